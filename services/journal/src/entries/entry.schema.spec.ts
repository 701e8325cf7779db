import { ENTRY_FIELDS, EntrySchema, PERSONAL_FIELDS } from './entry.schema.js';

describe('the kinds of the fields of an entry', () => {
  it('name every field that is stored, and no other', () => {
    const storedFields = new Set(Object.keys(EntrySchema.paths).map((path) => path.split('.')[0]));
    expect(Object.keys(ENTRY_FIELDS).sort()).toEqual([...storedFields].sort());
  });

  it('leave a tombstone with nothing but its id, its version, its events, its end, a fingerprint and which import was undone', () => {
    const remainingFields = Object.keys(ENTRY_FIELDS).filter(
      (field) => !PERSONAL_FIELDS.some((personalField) => personalField === field),
    );
    expect(remainingFields).toEqual([
      '_id',
      'schemaVersion',
      'undoneImport',
      'requestHash',
      'outbox',
      'outboxNextAt',
      'outboxFence',
      'removeAt',
    ]);
  });
});

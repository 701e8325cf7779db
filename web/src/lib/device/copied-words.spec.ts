import { jest } from '@jest/globals';
import { ana, tokenOf } from '../../../test/builders';
import { records, vault } from '../../../test/fake-vault';
import { endSession, openSession } from '../api/session';
import { keepDraft, readDraft } from '../drafts/drafts';
import { EMPTY } from '../drafts/entry-values';
import { dropUnsaved, keepUnsaved, readUnsaved, unsavedCopied } from '../drafts/unsaved';
import { addEntry, type NewEntry, type Waiting } from './outbox';

const waiting: Waiting[] = [];
jest.unstable_mockModule('./vault', () => ({
  openVault: async () => ({
    ...vault,
    edit: async (change: (all: Waiting[]) => unknown) => void change(waiting),
  }),
  openMemory: () => vault,
}));
const { recoverUnsaved, startCopying } = await import('./copied-words');
const { keepUser } = await import('./kept');

/** What localStorage had when it was last written to the disk. */
const written = (): [string, string][] => Object.entries({ ...localStorage }) as [string, string][];

const killAndStart = async (had: [string, string][]): Promise<void> => {
  await unsavedCopied();
  localStorage.clear();
  for (const [key, value] of had) localStorage.setItem(key, value);
  await recoverUnsaved(ana.id);
};

beforeEach(async () => {
  localStorage.clear();
  records.clear();
  waiting.length = 0;
  openSession(tokenOf());
  await keepUser(ana);
  startCopying();
});

describe('the copy of unsaved words', () => {
  it('brings back what a killed browser had not written, and what it had deleted stays away', async () => {
    keepUnsaved(ana.id, 'entry-1', 'early');
    keepUnsaved(ana.id, 'entry-2', 'deleted later');
    const had = written();
    keepUnsaved(ana.id, 'entry-1', 'late');
    keepUnsaved(ana.id, 'new.tab', 'new');
    dropUnsaved(ana.id, 'entry-2');
    await killAndStart(had);
    expect(readUnsaved(ana.id, 'entry-1')).toBe('late');
    expect(readUnsaved(ana.id, 'new.tab')).toBe('new');
    expect(readUnsaved(ana.id, 'entry-2')).toBeUndefined();
  });

  it('changes nothing that was written', async () => {
    keepUnsaved(ana.id, 'entry-1', 'early');
    await unsavedCopied();
    const early = new Map(records);
    keepUnsaved(ana.id, 'entry-1', 'late');
    const had = written();
    await unsavedCopied();
    // The page was closed before the last copy was stored.
    for (const [name, json] of early) records.set(name, json);
    await killAndStart(had);
    expect(readUnsaved(ana.id, 'entry-1')).toBe('late');
  });

  it('drops a draft whose entry waits to be sent, also from the copy', async () => {
    const draft = { ...EMPTY, content: 'Kept.', key: '0199a0a0-0000-7000-8000-000000000001' };
    keepDraft(ana.id, 'new.tab', draft);
    waiting.push(...addEntry([], { content: 'Kept.' } as NewEntry, draft.key).put);
    const had = written();
    await killAndStart(had);
    expect(readDraft(ana.id, 'new.tab')).toBeUndefined();
    waiting.length = 0;
    await killAndStart(had);
    expect(readDraft(ana.id, 'new.tab')).toBeUndefined();
  });

  it('copies nothing of a session that has ended', async () => {
    endSession('none');
    keepUnsaved(ana.id, 'entry-1', 'late');
    await unsavedCopied();
    expect([...records.keys()].filter((name) => name.startsWith('unsaved.'))).toEqual([]);
  });
});

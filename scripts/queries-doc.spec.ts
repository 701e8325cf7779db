import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findQueries, queriesIn, sourcesOf } from './queries/find-queries.js';

const ROOT = resolve(import.meta.dirname, '..');
const HEADING = '### Every query and its index';

/** Collections of documents that hold events: all of them have the index of the relay's sweep. */
const WITH_OUTBOX = 'WithOutbox';

/** What is used here of a schema. */
interface Indexed {
  indexes(): [fields: Record<string, unknown>, options: unknown][];
}

interface Row {
  document: string;
  fields: string;
  index: string;
  askers: string[];
  why: string;
}

/** The table: one row for each index and the fields that it is asked by. */
const rows: Row[] = tableUnder(HEADING).map(
  ([document = '', index = '', fields = '', askers = '', why = '']) => ({
    document,
    index,
    fields,
    askers: askers.split(', '),
    why,
  }),
);

function tableUnder(heading: string): string[][] {
  const [, text = ''] = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').split(`${heading}\n`);
  const [section = ''] = text.split(/\n#/);
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

/** `Session` -> its indexes, each as the table says it: `userId`, `userId, createdAt -1`. */
async function indexesOfSchemas(): Promise<Map<string, string[]>> {
  const indexes = new Map<string, string[]>();
  for (const file of sourcesOf(ROOT).filter((name) => name.endsWith('.schema.ts'))) {
    const exported = (await import(join(ROOT, file))) as Record<string, Indexed>;
    for (const [name, schema] of Object.entries(exported)) {
      if (!name.endsWith('Schema')) continue;
      const keys = schema.indexes().map(([fields]) =>
        Object.entries(fields)
          .map(([field, order]) => (order === 1 ? field : `${field} ${String(order)}`))
          .join(', '),
      );
      indexes.set(name.replace(/Schema$/, ''), keys);
    }
  }
  return indexes;
}

const firstField = (index: string): string => index.split(/[ ,]/)[0] ?? '';
/** What narrows the search down in any case. */
const narrowedBy = (fields: string): string[] =>
  fields
    .split(', by ')[0]!
    .split(', ')
    .filter((field) => !field.endsWith('?'));

describe('the table of queries in docs/operations.md', () => {
  it('has every query that is not by _id, as the code has it, and no other', () => {
    const inCode = findQueries(ROOT)
      .filter(({ fields }) => !narrowedBy(fields).includes('_id'))
      .map(({ document, asker, fields }) => `${document} | ${fields} | ${asker}`);
    const inTable = rows.flatMap(({ document, fields, askers }) =>
      askers.map((asker) => `${document} | ${fields} | ${asker}`),
    );
    // A query stands there twice where it depends on what is asked which index serves it.
    expect([...new Set(inTable)].toSorted()).toEqual([...new Set(inCode)].toSorted());
    expect(rows.length).toBeGreaterThan(20);
  });

  it('names for each an index that there is and that serves it, or says why none is needed', async () => {
    const indexes = await indexesOfSchemas();
    for (const { document, fields, index, why } of rows) {
      const row = { document, fields, index };
      if (index === 'none') {
        expect({ ...row, why: why.length > 10 }).toEqual({ ...row, why: true });
        continue;
      }
      const owner = document === WITH_OUTBOX ? 'User' : document;
      expect({ ...row, of: ['_id', ...(indexes.get(owner) ?? [])] }).toEqual({
        ...row,
        of: expect.arrayContaining([index]),
      });
      const served = [...narrowedBy(fields), ...(fields.split(/(?:^|, )by /)[1]?.split(', ') ?? [])];
      expect({ ...row, served }).toEqual({ ...row, served: expect.arrayContaining([firstField(index)]) });
    }
  });

  it('has a query for every index of every collection', async () => {
    const unused = [...(await indexesOfSchemas())].flatMap(([document, indexes]) =>
      indexes
        .filter(
          (index) =>
            !rows.some((row) => row.index === index && [document, WITH_OUTBOX].includes(row.document)),
        )
        .map((index) => `${document}: ${index}`),
    );
    expect(unused).toEqual([]);
  });
});

describe('a query in the code', () => {
  const method = (body: string): string => `
    import type { Model } from 'mongoose';
    class Cats {
      constructor(private readonly cats: Model<Cat>) {}
      ask() { ${body} }
    }`;
  const fieldsOf = (body: string) => queriesIn(method(body), 'cats.ts').map(({ fields }) => fields);

  it.each([
    [
      'return this.cats.find({ userId, age: { $gt: 1 } }).limit(1).sort({ age: -1 }).lean();',
      'userId, age, by age',
    ],
    ['const filter = { userId, ...(x && { age }) }; return this.cats.findOne(filter);', 'userId, age?'],
    ['return this.cats.collection.find({ $or: [{ a, b }, { b, c }] }, { sort: { b: 1 } });', 'b, by b'],
    [
      'return this.cats.aggregate([{ $match: { userId, age } }, { $sort: { age: 1 } }]);',
      'userId, age, by age',
    ],
    ['await this.cats.deleteMany({});', ''],
    [
      'await this.cats.bulkWrite(ids.map((id) => ({ updateOne: { filter: { userId, age }, update } })));',
      'userId, age',
    ],
    ['return [cats].find((cat) => cat.age > 1);', undefined],
  ])('is seen: %s', (body, fields) => {
    expect(fieldsOf(body)).toEqual(fields === undefined ? [] : [fields]);
  });

  it.each([
    'await this.dogs.deleteMany({ userId });',
    'await this.cats.updateMany(anyOf(x), {});',
    'await this.cats.bulkWrite(changesOf(x));',
  ])('that cannot be read is an error: %s', (body) => {
    expect(() => fieldsOf(body)).toThrow('cats.ts');
  });
});

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { mongo } from 'mongoose';
import { checkBackup, restoreBackup } from './backup.js';

const sha256 = createHash('sha256').update('').digest('hex');

/** A backup that is whole but for what its manifest says. */
function manifest(changes: object = {}): Record<string, unknown> {
  const now = new Date().toISOString();
  const collections = [savedCollection()];
  return {
    format: 1,
    version: '1',
    mongodb: '8',
    startedAt: now,
    finishedAt: now,
    collections,
    keys: [],
    ...changes,
  };
}

function savedCollection(changes: object = {}) {
  const [database, collection] = ['inner_weather_journal', 'entries'];
  return {
    database,
    collection,
    file: `${database}.${collection}.jsonl.gz`,
    documents: 0,
    sha256,
    ...changes,
  };
}

const BAD_NAMES = [
  '../elsewhere',
  '..',
  '.',
  '',
  '/etc/passwd',
  'folder/file',
  'folder\\file',
  'C:file',
  '.hidden',
  'a..b',
  'a\0b',
  'a\nb',
  'a'.repeat(300),
  '~',
  '$HOME',
  '-rf',
  7,
  null,
  ['master.keys'],
  { toString: 'master.keys' },
];

describe("a backup's manifest", () => {
  let folder: string;
  let keysFolder: string;
  let outside: string;

  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'inner-weather-manifest-'));
    folder = join(outside, 'backup');
    keysFolder = join(outside, 'kept', 'keys');
    mkdirSync(join(folder, 'keys'), { recursive: true });
    for (const place of [folder, outside, join(folder, 'keys')]) writeFileSync(join(place, 'elsewhere'), '');
    writeFileSync(join(folder, 'inner_weather_journal.entries.jsonl.gz'), gzipSync(''));
  });

  afterEach(() => rmSync(outside, { recursive: true }));

  /** It is refused before the database is asked for anything, and nothing was written beside the backup. */
  async function expectRefused(said: unknown): Promise<void> {
    writeFileSync(join(folder, 'manifest.json'), typeof said === 'string' ? said : JSON.stringify(said));
    const untouched = {} as mongo.MongoClient;
    // By itself, before what it names is looked at. A list for a collection names nothing.
    await expect(restoreBackup(untouched, { folder, keyFiles: { folder: keysFolder } })).rejects.toThrow(
      /^(?:The manifest is not|This version does not know|undefined is missing)/,
    );
    expect(existsSync(keysFolder)).toBe(false);
    expect(readdirSync(outside).sort()).toEqual(['backup', 'elsewhere']);
  }

  it('that is whole is believed', async () => {
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest()));
    expect((await checkBackup(folder)).collections).toHaveLength(1);
  });

  it.each(BAD_NAMES)('with %j as the name of a key is refused', async (file) => {
    await expectRefused(manifest({ keys: [{ file, sha256 }] }));
  });

  it.each<[string, object]>([
    ['the name of a file of documents', { file: '../elsewhere' }],
    ['the name of a file of documents', { file: 7 }],
    ['a collection', { collection: 'a/b' }],
    ['a collection', { collection: 'a..b' }],
    ['a collection', { collection: null }],
    ['a collection', { collection: 'system.users' }],
    ['a collection', { collection: 'system.js' }],
    ['a database', { database: '..' }],
    ['a database', { database: 'admin' }],
    ['a database', { database: 'local' }],
    ['a database', { database: 'other' }],
    ['a database', { database: 'journal.x' }],
  ])('with a bad name as %s is refused: %j', async (_what, changes) => {
    await expectRefused(manifest({ collections: [savedCollection(changes)] }));
  });

  it.each([
    ['no JSON', 'x'],
    ['a list', []],
    ['nothing', null],
    ['a number', 7],
    ['another format', manifest({ format: 2 })],
    ['no collections', manifest({ collections: undefined })],
    ['collections that are no list', manifest({ collections: { 0: savedCollection() } })],
    ['keys that are no list', manifest({ keys: 'master.keys' })],
    ['a collection twice', manifest({ collections: [savedCollection(), savedCollection()] })],
    [
      'a key twice',
      manifest({
        keys: [
          { file: 'elsewhere', sha256 },
          { file: 'elsewhere', sha256 },
        ],
      }),
    ],
    ['a list in a collection', manifest({ collections: [[savedCollection()]] })],
    ['a checksum that is none', manifest({ keys: [{ file: 'elsewhere', sha256: 'x' }] })],
    ['a number of documents that is none', manifest({ collections: [savedCollection({ documents: '0' })] })],
  ])('that is %s is refused in words', async (_what, said) => {
    await expectRefused(said);
  });
});

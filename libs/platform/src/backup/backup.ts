import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { mongo } from 'mongoose';
import { findInBatches } from '../mongo/find-in-batches.js';
import { PRODUCT_VERSION } from '../version.js';
import { copyBytes, hash, savedLines } from './files.js';
import { noteRestoration } from './last-backup.js';
import { BackupError, type BackupManifest, FORMAT, readManifest } from './manifest.js';
import { destroyOwnerlessKeys } from './ownerless-keys.js';
import { assertKeysFit, assertMasterKeysSaved, copyKeys, type KeyFiles, restoreKeys } from './saved-keys.js';

/*
 * A backup is a folder with manifest.json, one gzipped file of extended JSON lines per collection, and the keys. It
 * needs only a connection, so it works with any MongoDB and with the embedded database. Indexes are not saved, because
 * the services create them on start. See docs/backup.md for what a backup of a running installation guarantees.
 */

const MANIFEST = 'manifest.json';
const KEYS = 'keys';
/** A folder here, and media's collection. */
const PHOTOS = 'photos';
/** As media names them: services/media/src/photos/photo-pixels.ts. */
const PHOTO_OWNER = /^[0-9a-f]{24}$/;
const PHOTO_FILE = /^[0-9a-f]{24}-(?:large|small)$/;
/** Documents that are read or inserted at once: of entries at most 8 MB, which even a small database has room for. */
const BATCH = 100;

/**
 * Writes a backup into a new folder that only its owner can read. Within a database, collections whose names end in
 * `keys` are saved last, so that no document is saved without its key.
 * @param databases in the order in which they are saved: a database that refers to another one comes first
 * @param keyFiles undefined if the keys are kept elsewhere
 * @param photosFolder undefined if the photos are kept elsewhere
 */
export async function createBackup(
  client: mongo.MongoClient,
  options: {
    folder: string;
    databases: string[];
    keyFiles: KeyFiles | undefined;
    photosFolder?: string;
  },
): Promise<BackupManifest> {
  const { folder, databases, keyFiles, photosFolder } = options;
  if (existsSync(folder)) throw new BackupError(`${folder} exists already.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const startedAt = new Date().toISOString();
  const collections: BackupManifest['collections'] = [];
  for (const database of databases) {
    for (const collection of await collectionsOf(client, database)) {
      const file = `${database}.${collection}.jsonl.gz`;
      const sum = new Checksum();
      const out = createWriteStream(join(folder, file), { mode: 0o600, flags: 'wx' });
      await pipeline(linesOf(client.db(database).collection(collection), sum), createGzip(), out);
      collections.push({ database, collection, file, ...sum.result() });
    }
  }
  if (!collections.some(({ documents }) => documents > 0))
    throw new BackupError(`There is nothing to save in ${databases.join(', ')}.`);
  // After the data keys, so that the master key of each is there.
  const keys = keyFiles === undefined ? [] : await copyKeys(keyFiles, join(folder, KEYS));
  if (keyFiles !== undefined) await assertMasterKeysSaved(folder, collections, join(folder, KEYS));
  // After the documents, so that every photo of a saved document that still exists is there.
  const photos =
    photosFolder === undefined ? undefined : await copyPhotos(photosFolder, join(folder, PHOTOS));
  if (photos === 0) await assertNobodyHasPhotos(folder, collections, `${photosFolder}`);
  const { version: mongodb } = (await client.db('admin').command({ buildInfo: 1 })) as { version: string };
  const finishedAt = new Date().toISOString();
  const manifest: BackupManifest = {
    format: FORMAT,
    version: PRODUCT_VERSION,
    mongodb,
    startedAt,
    finishedAt,
    collections,
    keys,
    ...(photos !== undefined && { photos }),
  };
  // Written last: a folder without a manifest is not a complete backup.
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/** Reads every file of a backup and compares it with the manifest. Throws a BackupError that names the damaged file. */
export async function checkBackup(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} holds no complete backup: it has no ${MANIFEST}.`);
  });
  const manifest = readManifest(text);
  for (const { file, documents, sha256 } of manifest.collections) {
    const sum = new Checksum();
    try {
      for await (const line of savedLines(join(folder, file))) sum.add(line);
    } catch {
      throw new BackupError(`${file} is missing or cannot be read.`);
    }
    assertSame(file, { documents, sha256 }, sum.result());
  }
  for (const { file, sha256 } of manifest.keys) {
    const key = await readFile(join(folder, KEYS, file)).catch(() => Buffer.alloc(0));
    if (hash(key) !== sha256) throw new BackupError(`${KEYS}/${file} is not what the manifest says.`);
  }
  if (manifest.photos !== undefined) {
    const found = (await photosIn(join(folder, PHOTOS))).length;
    if (found !== manifest.photos)
      throw new BackupError(`${PHOTOS} has ${found} files instead of ${manifest.photos}.`);
  }
  return manifest;
}

/**
 * Checks a backup, writes it into empty databases, verifies the result and notes that it was restored. Copies the keys to
 * `keyFiles` if given. Writes nothing if a different key of the same name is there.
 */
export async function restoreBackup(
  client: mongo.MongoClient,
  options: { folder: string; keyFiles: KeyFiles | undefined; photosFolder?: string },
): Promise<BackupManifest> {
  const { folder, keyFiles, photosFolder } = options;
  const manifest = await checkBackup(folder);
  if (keyFiles !== undefined) await assertKeysFit(manifest, keyFiles);
  for (const { database, collection } of manifest.collections) {
    if (await client.db(database).collection(collection).findOne({}))
      throw new BackupError(`${database}.${collection} is not empty; a backup is restored into nothing.`);
  }
  if (keyFiles !== undefined) await restoreKeys(manifest, join(folder, KEYS), keyFiles);
  if (manifest.photos && photosFolder === undefined)
    throw new BackupError('This backup holds photos: --photos has to name their folder.');
  if (photosFolder !== undefined) await copyPhotos(join(folder, PHOTOS), photosFolder);
  for (const { database, collection, file } of manifest.collections) {
    await insertLines(client.db(database).collection(collection), savedLines(join(folder, file)));
  }
  for (const { database, collection, documents, sha256 } of manifest.collections) {
    const sum = new Checksum();
    for await (const _line of linesOf(client.db(database).collection(collection), sum));
    assertSame(`${database}.${collection}`, { documents, sha256 }, sum.result());
  }
  await destroyOwnerlessKeys(client, manifest);
  await noteRestoration(client, manifest);
  return manifest;
}

async function collectionsOf(client: mongo.MongoClient, database: string): Promise<string[]> {
  const collections = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  const isKeys = (name: string) => Number(name.endsWith('keys'));
  return names.sort((a, b) => isKeys(a) - isKeys(b) || a.localeCompare(b));
}

/** Canonical extended JSON preserves every type, even 32-bit integers, 64-bit integers and doubles. */
async function* linesOf(collection: mongo.Collection, sum: Checksum): AsyncGenerator<string> {
  const asStored = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };
  const inOrder = { ...asStored, sort: { _id: 1 }, batch: BATCH } as const;
  for await (const documents of findInBatches(collection, {}, inOrder)) {
    for (const document of documents) {
      const line = mongo.BSON.EJSON.stringify(document, { relaxed: false });
      sum.add(line);
      yield `${line}\n`;
    }
  }
}

async function insertLines(collection: mongo.Collection, lines: AsyncIterable<string>): Promise<void> {
  let batch: mongo.Document[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0)
      await collection.insertMany(batch, { writeConcern: { w: 'majority', journal: true } });
    batch = [];
  };
  for await (const line of lines) {
    batch.push(mongo.BSON.EJSON.parse(line, { relaxed: false }) as mongo.Document);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

/** The files of photos, below the folders of their owners. They are encrypted and authenticated, so there is no checksum. */
async function photosIn(folder: string): Promise<{ owner: string; file: string }[]> {
  const owners = await readdir(folder, { withFileTypes: true }).catch(noneIfMissing);
  const folders = owners.filter((owner) => owner.isDirectory() && PHOTO_OWNER.test(owner.name));
  const files = folders.map(async ({ name: owner }) =>
    (await readdir(join(folder, owner)).catch(noneIfMissing))
      .filter((file) => PHOTO_FILE.test(file))
      .map((file) => ({ owner, file })),
  );
  return (await Promise.all(files)).flat();
}

/** Before the first photo there is no folder, and a person's goes with the last of theirs. */
function noneIfMissing(error: unknown): never[] {
  if (isMissing(error)) return [];
  throw error;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Of a folder in which no photo was found: it may be another one, or not be mounted. */
async function assertNobodyHasPhotos(
  folder: string,
  collections: BackupManifest['collections'],
  photosFolder: string,
): Promise<void> {
  for (const { collection, file } of collections) {
    if (collection !== PHOTOS) continue;
    for await (const line of savedLines(join(folder, file)))
      if ((JSON.parse(line) as { state?: string }).state === 'kept')
        throw new BackupError(
          `${photosFolder} has no photo, but people have some. Is it the right folder, and is it mounted? ` +
            '--photos names it; with --without-photos=yes the backup has no photos.',
        );
  }
}

/**
 * Returns the number of copied files. One that is deleted meanwhile is left out. Where root restores them, they get the
 * owner of their folder, which media runs as.
 */
async function copyPhotos(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const { uid, gid } = await stat(to);
  const giveAway = async (path: string) => {
    if (process.getuid?.() === 0 && uid !== 0) await chown(path, uid, gid);
  };
  let copied = 0;
  for (const { owner, file } of await photosIn(from)) {
    if (await mkdir(join(to, owner), { recursive: true, mode: 0o700 })) await giveAway(join(to, owner));
    try {
      await copyBytes(join(from, owner, file), join(to, owner, file));
      await giveAway(join(to, owner, file));
      copied += 1;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return copied;
}

class Checksum {
  private readonly sha256 = createHash('sha256');
  private documents = 0;

  add(line: string): void {
    this.documents += 1;
    this.sha256.update(line).update('\n');
  }

  result(): { documents: number; sha256: string } {
    return { documents: this.documents, sha256: this.sha256.copy().digest('hex') };
  }
}

type Result = ReturnType<Checksum['result']>;

function assertSame(name: string, expected: Result, actual: Result): void {
  if (expected.documents !== actual.documents)
    throw new BackupError(`${name} has ${actual.documents} documents instead of ${expected.documents}.`);
  if (expected.sha256 !== actual.sha256) throw new BackupError(`${name} is not what the manifest says.`);
}

import { mkdirSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DATA_KEYS } from '../encryption/data-key-tombstone.js';
import { readMasterKeys } from '../encryption/master-keys.js';
import { copyBytes, hash, savedLines } from './files.js';
import { BackupError, type BackupManifest } from './manifest.js';

const MASTER_KEYS = 'master.keys';

/** Where an installation has its keys. */
export interface KeyFiles {
  folder: string;
  /** The file of the master keys, if it is not in that folder. */
  masterKeys?: string;
}

const placeOf = (file: string, { folder, masterKeys }: KeyFiles): string =>
  file === MASTER_KEYS && masterKeys !== undefined ? masterKeys : join(folder, file);

/** Skips the links and hidden folders that Kubernetes mounts next to the files of a secret. */
export async function copyKeys(from: KeyFiles, to: string): Promise<BackupManifest['keys']> {
  mkdirSync(to, { mode: 0o700 });
  const keys: BackupManifest['keys'] = [];
  const names = new Set([...(await readdir(from.folder)), MASTER_KEYS]);
  for (const file of [...names].sort()) {
    const isFile = await stat(placeOf(file, from)).then(
      (found) => found.isFile(),
      () => false,
    );
    if (file.startsWith('.') || !isFile) continue;
    await copyBytes(placeOf(file, from), join(to, file));
    await chmod(join(to, file), 0o600);
    keys.push({ file, sha256: hash(await readFile(join(to, file))) });
  }
  if (keys.length === 0) throw new BackupError(`There is no key in ${from.folder}.`);
  return keys;
}

/** Throws a BackupError if a saved data key could not be unwrapped with the saved master keys. */
export async function assertMasterKeysSaved(
  folder: string,
  collections: BackupManifest['collections'],
  keysFolder: string,
): Promise<void> {
  const text = await readFile(join(keysFolder, MASTER_KEYS), 'utf8').catch(() => undefined);
  const saved = text === undefined ? undefined : readMasterKeys(text).keys;
  for (const { collection, file } of collections) {
    if (collection !== DATA_KEYS) continue;
    for await (const line of savedLines(join(folder, file))) {
      const { masterKey } = JSON.parse(line) as { masterKey?: string };
      if (masterKey !== undefined && !saved?.has(masterKey))
        throw new BackupError(
          `The keys do not include the master key ${masterKey}, and what people wrote cannot be read without it. ` +
            `--master-keys names its file; with --without-keys the backup has no keys.`,
        );
    }
  }
}

export async function assertKeysFit(manifest: BackupManifest, to: KeyFiles): Promise<void> {
  if (manifest.keys.length === 0) throw new BackupError('This backup holds no keys.');
  for (const { file, sha256 } of manifest.keys) {
    const existing = await readFile(placeOf(file, to)).catch(() => undefined);
    if (existing && hash(existing) !== sha256)
      throw new BackupError(`${placeOf(file, to)} is another key than the backup's; move it away first.`);
  }
}

/** Call `assertKeysFit` before. */
export async function restoreKeys(manifest: BackupManifest, from: string, to: KeyFiles): Promise<void> {
  for (const { file, sha256 } of manifest.keys) {
    const place = placeOf(file, to);
    const existing = await readFile(place).catch(() => undefined);
    // A secret may be mounted read-only.
    if (existing && hash(existing) === sha256) continue;
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await copyBytes(join(from, file), place);
    await chmod(place, 0o600);
  }
}

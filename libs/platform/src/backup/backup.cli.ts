import 'reflect-metadata';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SERVICES } from '@inner-weather/contracts/messaging/topology';
import { mongo } from 'mongoose';
import { DatabaseConfig, parseConfig } from '../config.js';
import { checkBackup, createBackup, restoreBackup } from './backup.js';
import { noteBackup } from './last-backup.js';
import { BackupError, type BackupManifest } from './manifest.js';
import type { KeyFiles } from './saved-keys.js';

const HELP = `Saves and restores all data of Inner Weather. MONGO_URL is the address of the database, with a user that may
read, or write, all of its databases.

  create <folder>   writes a backup into a folder that does not exist yet
  check <folder>    reads a backup and compares it with its checksums
  restore <folder>  writes a backup into empty databases and verifies it; stop the services first

  With - as the folder, the backup is a tar archive of one folder: create writes it to standard output, check and
  restore read it from standard input.

  --keys <folder>   the folder of the keys. A backup cannot be read without the master key.
  --master-keys <file> the file of the master keys, if it is not in that folder
  --photos <folder> the folder of the photos; leave it out if they are in a store (S3_URL)
  --without-keys    if the keys are kept elsewhere
  --without-photos <yes> if the photos are: create copies none, also if --photos names a folder
  --unpack <folder> where an archive is for a while; default: the folder for temporary files
  --prefix <text>   the prefix of the database names; default: MONGO_DATABASE_PREFIX, or else inner_weather_
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      'master-keys': { type: 'string' },
      photos: { type: 'string' },
      'without-keys': { type: 'boolean', default: false },
      // A text, which may be empty: Docker Compose cannot leave out an option.
      'without-photos': { type: 'string', default: '' },
      prefix: { type: 'string' },
      unpack: { type: 'string', default: tmpdir() },
    },
  });
  const [command, folder] = positionals;
  const hasKeysOption = command === 'check' || (values.keys === undefined) === values['without-keys'];
  if (!folder || !hasKeysOption || !['create', 'check', 'restore'].includes(command ?? '')) {
    process.stderr.write(HELP);
    return 2;
  }
  const keyFiles =
    values.keys === undefined ? undefined : { folder: values.keys, masterKeys: values['master-keys'] };
  const savesPhotos = command !== 'create' || values['without-photos'] === '';
  const photosFolder = savesPhotos ? values.photos : undefined;
  const settings = { keyFiles, photosFolder, prefix: values.prefix };
  if (folder !== '-') return run(folder, { command, name: folder, say: process.stdout, ...settings });
  if (command === 'create' && process.stdout.isTTY)
    throw new BackupError('An archive is not for a screen: send it into a file, as in create - > backup.tar');
  const unpacked = await mkdtemp(join(values.unpack, 'inner-weather-archive-'));
  try {
    if (command !== 'create') await tar('--extract', '--directory', unpacked, '--no-same-owner');
    // An archive has one folder, of any name: people also pack those of their backups.
    const [root = `inner-weather-${new Date().toISOString().slice(0, 10)}`] = await readdir(unpacked);
    const options = { command, name: 'The archive', say: process.stderr, ...settings };
    const code = await run(join(unpacked, root), options);
    if (command === 'create') await tar('--create', '--directory', unpacked, root);
    return code;
  } finally {
    await rm(unpacked, { recursive: true });
  }
}

/** Packs to our standard output, or unpacks from our standard input. Throws a BackupError if that fails. */
async function tar(...args: string[]): Promise<void> {
  const child = spawn('tar', [...args, '--file', '-'], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new BackupError('The archive is not whole: tar could not work on it.');
}

interface RunOptions {
  command: string | undefined;
  /** The backup's name in what is said. */
  name: string;
  /** Where that goes: standard output may be the archive's. */
  say: NodeJS.WritableStream;
  keyFiles?: KeyFiles;
  photosFolder?: string;
  prefix?: string;
}

async function run(folder: string, options: RunOptions): Promise<number> {
  const { command, keyFiles, photosFolder, say } = options;
  if (command === 'check') return report('is whole', await checkBackup(folder), options);
  const { MONGO_URL, MONGO_DATABASE_PREFIX } = parseConfig(DatabaseConfig);
  const prefix = options.prefix ?? MONGO_DATABASE_PREFIX;
  const client = await new mongo.MongoClient(MONGO_URL).connect();
  try {
    if (command === 'restore')
      return report('was restored', await restoreBackup(client, { folder, keyFiles, photosFolder }), options);
    // Services refer to documents of services before them in the list, so those are saved after them.
    const databases = [...SERVICES].reverse().map((service) => `${prefix}${service}`);
    const manifest = await createBackup(client, { folder, databases, keyFiles, photosFolder });
    report('was written', manifest, options);
    await noteBackup(client, `${prefix}auth`, manifest).catch(() => {
      // For example, a user that may only read. The backup is complete without it.
      process.stderr.write("The administrator's page will not show this backup: it could not be noted.\n");
    });
    if (manifest.keys.length > 0)
      say.write(
        'This backup contains the keys, so it can be read without them. Protect it as you protect the keys.\n',
      );
    return 0;
  } finally {
    await client.close();
  }
}

function report(outcome: string, manifest: BackupManifest, { name, say }: RunOptions): number {
  for (const { database, collection, documents } of manifest.collections)
    say.write(`${`${database}.${collection}`.padEnd(48)} ${documents}\n`);
  const keys = manifest.keys.map(({ file }) => file).join(', ') || 'none';
  say.write(`keys: ${keys}\nphotos: ${manifest.photos ?? 'kept elsewhere'}\n`);
  say.write(`${name} ${outcome} (version ${manifest.version}, ${manifest.finishedAt})\n`);
  return 0;
}

function wordsOf(error: unknown): string {
  const isDiskFull = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC';
  if (isDiskFull)
    return 'The disk is full, so this backup is not complete. Remove its folder, make room, and begin again.';
  return error instanceof BackupError ? error.message : String(error);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
}

import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { SERVICES } from '@inner-weather/contracts/messaging/topology';
import { mongo } from 'mongoose';
import { DatabaseConfig, parseConfig } from '../config.js';
import { checkBackup, createBackup, restoreBackup } from './backup.js';
import { noteBackup } from './last-backup.js';
import { BackupError, type BackupManifest } from './manifest.js';

const HELP = `Saves and restores all data of Inner Weather. MONGO_URL is the address of the database, with a user that may
read, or write, all of its databases.

  create <folder>   writes a backup into a folder that does not exist yet
  check <folder>    reads a backup and compares it with its checksums
  restore <folder>  writes a backup into empty databases and verifies it; stop the services first

  --keys <folder>   the folder of the keys. A backup cannot be read without the master key.
  --photos <folder> the folder of the photos; leave it out if they are in a store (S3_URL)
  --without-keys    if the keys are kept elsewhere
  --prefix <text>   the prefix of the database names; default: MONGO_DATABASE_PREFIX, or else inner_weather_
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      photos: { type: 'string' },
      'without-keys': { type: 'boolean', default: false },
      prefix: { type: 'string' },
    },
  });
  const [command, folder] = positionals;
  const hasKeysOption = command === 'check' || (values.keys === undefined) === values['without-keys'];
  if (!folder || !hasKeysOption || !['create', 'check', 'restore'].includes(command ?? '')) {
    process.stderr.write(HELP);
    return 2;
  }
  if (command === 'check') return report('is whole', folder, await checkBackup(folder));
  const { MONGO_URL, MONGO_DATABASE_PREFIX: prefix } = parseConfig(DatabaseConfig);
  const client = await new mongo.MongoClient(MONGO_URL).connect();
  try {
    if (command === 'restore')
      return report(
        'was restored',
        folder,
        await restoreBackup(client, { folder, keysFolder: values.keys, photosFolder: values.photos }),
      );
    // Services refer to documents of services before them in the list, so those are saved after them.
    const databases = [...SERVICES].reverse().map((service) => `${values.prefix ?? prefix}${service}`);
    const manifest = await createBackup(client, {
      folder,
      databases,
      keysFolder: values.keys,
      photosFolder: values.photos,
    });
    report('was written', folder, manifest);
    await noteBackup(client, `${values.prefix ?? prefix}auth`, manifest).catch(() => {
      // For example, a user that may only read. The backup is complete without it.
      process.stderr.write("The administrator's page will not show this backup: it could not be noted.\n");
    });
    if (manifest.keys.length > 0)
      process.stdout.write(
        'This backup contains the keys, so it can be read without them. Protect it as you protect the keys.\n',
      );
    return 0;
  } finally {
    await client.close();
  }
}

function report(outcome: string, folder: string, manifest: BackupManifest): number {
  for (const { database, collection, documents } of manifest.collections)
    process.stdout.write(`${`${database}.${collection}`.padEnd(48)} ${documents}\n`);
  const keys = manifest.keys.map(({ file }) => file).join(', ') || 'none';
  process.stdout.write(
    `keys: ${keys}\nphotos: ${manifest.photos ?? 'kept elsewhere'}\n${folder} ${outcome} (version ${manifest.version}, ${manifest.finishedAt})\n`,
  );
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

import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { SERVICES } from '@inner-weather/contracts/topology';
import { mongo } from 'mongoose';
import { readDatabaseConfig } from '../config.js';
import { checkBackup, createBackup, restoreBackup } from './backup.js';
import { BackupError, type BackupManifest } from './manifest.js';

const HELP = `Saves and restores everything that Inner Weather keeps. MONGO_URL says where the database is, with a user that
may read, or write, all of its databases.

  create <folder>   writes a backup into a folder that does not exist yet
  check <folder>    reads a backup and compares it with its checksums
  restore <folder>  writes a backup into empty databases, reads them again and compares; the services are stopped

  --keys <folder>   where the keys are, or will be. Without the master key nobody can read what was saved.
  --without-keys    instead, where the keys are kept elsewhere
  --prefix <text>   of the databases' names; unless given, MONGO_DATABASE_PREFIX, or else inner_weather_
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      'without-keys': { type: 'boolean', default: false },
      prefix: { type: 'string' },
    },
  });
  const [command, folder] = positionals;
  const keysAreClear = command === 'check' || (values.keys === undefined) === values['without-keys'];
  if (!folder || !keysAreClear || !['create', 'check', 'restore'].includes(command ?? '')) {
    process.stderr.write(HELP);
    return 2;
  }
  if (command === 'check') return tell('is whole', folder, await checkBackup(folder));
  const { MONGO_URL, MONGO_DATABASE_PREFIX: prefix } = readDatabaseConfig();
  const client = await new mongo.MongoClient(MONGO_URL).connect();
  try {
    if (command === 'restore')
      return tell('was restored', folder, await restoreBackup(client, { folder, keysFolder: values.keys }));
    // A service may refer to documents of those that stand before it in the list.
    const databases = [...SERVICES].reverse().map((service) => `${values.prefix ?? prefix}${service}`);
    const made = await createBackup(client, { folder, databases, keysFolder: values.keys });
    tell('was written', folder, made);
    if (made.keys.length > 0)
      process.stdout.write(
        'It holds the keys: whoever has it can read everything. Keep it as you keep them.\n',
      );
    return 0;
  } finally {
    await client.close();
  }
}

function tell(what: string, folder: string, manifest: BackupManifest): number {
  for (const { database, collection, documents } of manifest.collections)
    process.stdout.write(`${`${database}.${collection}`.padEnd(48)} ${documents}\n`);
  const keys = manifest.keys.map(({ file }) => file).join(', ') || 'none';
  process.stdout.write(
    `keys: ${keys}\n${folder} ${what} (version ${manifest.version}, ${manifest.finishedAt})\n`,
  );
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof BackupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

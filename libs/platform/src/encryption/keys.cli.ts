import 'reflect-metadata';
import { createConnection } from 'mongoose';
import { KeysConfig, parseConfig } from '../config.js';
import { databaseOptions } from '../mongo/mongo.module.js';
import { StoredDataKey, StoredDataKeySchema } from './data-key.schema.js';
import { DataKeys } from './data-keys.js';
import { MasterKeys } from './master-keys.js';

const HELP = `Manages the data keys of services with a database, which may be running. MONGO_URL and MASTER_KEYS_FILE say where
the database and the master keys are.

  status <service> ...   shows how many data keys each master key wraps
  rewrap <service> ...   rewraps all data keys with the first master key of MASTER_KEYS_FILE

Both can be interrupted and run again.
`;

async function runFor(service: string, command: string, config: KeysConfig): Promise<void> {
  const say = (line: string): boolean => process.stdout.write(`${service}: ${line}\n`);
  const masterKeys = new MasterKeys(config.MASTER_KEYS_FILE);
  const connection = await createConnection(config.MONGO_URL, databaseOptions(config, service)).asPromise();
  try {
    const model = connection.model<StoredDataKey>(StoredDataKey.name, StoredDataKeySchema);
    const keys = new DataKeys(model, masterKeys, service);
    if (command === 'rewrap') {
      say(`${await keys.rewrap()} keys wrapped anew by ${masterKeys.current().name}`);
      return;
    }
    const counts = await keys.count();
    for (const name of new Set([...masterKeys.names(), ...counts.keys()])) {
      const place = masterKeys.find(name) ? '' : name ? ', which is not in MASTER_KEYS_FILE' : '';
      say(`${counts.get(name) ?? 0} ${name ? `keys wrapped by ${name}${place}` : 'destroyed keys'}`);
    }
  } finally {
    await connection.close();
  }
}

async function main([command = '', ...services]: string[]): Promise<number> {
  if (!['status', 'rewrap'].includes(command) || services.length === 0) {
    process.stderr.write(HELP);
    return 2;
  }
  const config = parseConfig(KeysConfig);
  if (config.MONGO_DB && services.length > 1)
    throw new Error('Configuration: MONGO_DB names the database of one service, so name one service');
  for (const service of services) await runFor(service, command, config);
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

import { createConnection } from 'mongoose';
import type { MongoServiceConfig } from '../config.js';
import { databaseOptions } from '../mongo/mongo.module.js';
import { StoredDataKey, StoredDataKeySchema } from './data-key.schema.js';
import { DataKeys } from './data-keys.js';
import { MasterKeys } from './master-keys.js';

const HELP = `Manages the data keys of one service, which may be running. Uses the environment variables of the service.

  status   shows how many data keys each master key wraps
  rewrap   rewraps all data keys with the first master key of MASTER_KEYS_FILE

Both can be interrupted and run again.
`;

/** The command `keys` of a service. Resolves with the exit code. */
export async function runKeysCommand(
  service: string,
  config: MongoServiceConfig,
  [command]: string[],
): Promise<number> {
  if (command !== 'status' && command !== 'rewrap') {
    process.stderr.write(HELP);
    return 2;
  }
  const say = (line: string): boolean => process.stdout.write(`${service}: ${line}\n`);
  const masterKeys = new MasterKeys(config.MASTER_KEYS_FILE);
  const connection = await createConnection(config.MONGO_URL, databaseOptions(config, service)).asPromise();
  try {
    const model = connection.model<StoredDataKey>(StoredDataKey.name, StoredDataKeySchema);
    const keys = new DataKeys(model, masterKeys, service);
    if (command === 'rewrap') say(`${await keys.rewrap()} keys wrapped anew by ${masterKeys.current().name}`);
    if (command === 'status') {
      const counts = await keys.count();
      for (const name of new Set([...masterKeys.names(), ...counts.keys()])) {
        const place = masterKeys.find(name) ? '' : name ? ', which is not in MASTER_KEYS_FILE' : '';
        say(`${counts.get(name) ?? 0} ${name ? `keys wrapped by ${name}${place}` : 'destroyed keys'}`);
      }
    }
    return 0;
  } finally {
    await connection.close();
  }
}

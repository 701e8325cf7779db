import type { mongo } from 'mongoose';
import { DATA_KEYS, tombstoneOf } from '../encryption/data-key-tombstone.js';
import { findIdsInBatches } from '../mongo/find-in-batches.js';
import { parseId } from '../mongo/parse-id.js';
import type { BackupManifest } from './manifest.js';

/** Accounts per query. */
const BATCH = 500;

/** Every service has removed tombstones that are this old. */
const LONG_AGO = new Date(0);

/**
 * Replaces the data keys of accounts that do not exist by expired tombstones, so that each service erases what it has of
 * them. An account that was deleted while the backup was written is in what was saved before, and not in auth.
 */
export async function destroyOwnerlessKeys(
  client: mongo.MongoClient,
  { collections }: Pick<BackupManifest, 'collections'>,
): Promise<void> {
  const saved = collections.find(
    ({ database, collection }) => database.endsWith('auth') && collection === 'users',
  );
  // Without the accounts, nothing says whose data stays.
  if (!saved) return;
  const users = client.db(saved.database).collection(saved.collection);
  for (const { database, collection } of collections) {
    if (collection !== DATA_KEYS) continue;
    const keys = client.db(database).collection<{ _id: string }>(collection);
    const batches = findIdsInBatches<string>(
      client.db(database).collection(collection),
      {},
      { batch: BATCH },
    );
    for await (const userIds of batches) {
      const isAlive = { removeAt: { $exists: false } };
      const alive = await users
        .find(
          { _id: { $in: userIds.flatMap((id) => parseId(id) ?? []) }, ...isAlive },
          { projection: { _id: 1 } },
        )
        .toArray();
      const aliveIds = new Set(alive.map(({ _id }) => String(_id)));
      await keys.updateMany(
        { _id: { $in: userIds.filter((id) => !aliveIds.has(id)) } },
        tombstoneOf(LONG_AGO),
        { writeConcern: { w: 'majority', journal: true } },
      );
    }
  }
}

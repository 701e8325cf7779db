import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { BackupManifest } from './manifest.js';

/** What an installation remembers of its last backup. */
export interface LastBackup {
  finishedAt: Date;
  version: string;
  hasKeys: boolean;
}

/** What an installation remembers of its last restoration. */
export interface LastRestoration {
  /** Another one with each restoration, so that devices notice it. */
  generation: string;
  /** When the backup was begun. What was stored before is in it. */
  from: Date;
}

/**
 * Notes in auth's document of the installation that it was restored, so that devices compare what they keep. There is
 * nothing to note where no account was ever created.
 */
export async function noteRestoration(
  client: mongo.MongoClient,
  { collections, startedAt }: Pick<BackupManifest, 'collections' | 'startedAt'>,
): Promise<void> {
  const auth = collections.find(({ collection }) => collection === 'installation');
  if (!auth) return;
  const restored: LastRestoration = { generation: randomUUID(), from: new Date(startedAt) };
  await client
    .db(auth.database)
    .collection<{ _id: string; restored?: LastRestoration }>(auth.collection)
    .updateOne({ _id: 'installation' }, { $set: { restored } });
}

/**
 * Notes in auth's document of the installation that a backup was made, for the administrator's page. A restored
 * installation has the note of the backup before. There is nothing to note where no account was ever created.
 */
export async function noteBackup(
  client: mongo.MongoClient,
  authDatabase: string,
  { finishedAt, version, keys }: Pick<BackupManifest, 'finishedAt' | 'version' | 'keys'>,
): Promise<void> {
  const lastBackup: LastBackup = { finishedAt: new Date(finishedAt), version, hasKeys: keys.length > 0 };
  await client
    .db(authDatabase)
    .collection<{ _id: string; lastBackup?: LastBackup }>('installation')
    .updateOne({ _id: 'installation' }, { $set: { lastBackup } });
}

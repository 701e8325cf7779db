import type { mongo } from 'mongoose';
import type { BackupManifest } from './manifest.js';

/** What an installation remembers of its last backup. */
export interface LastBackup {
  finishedAt: Date;
  version: string;
  hasKeys: boolean;
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

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Checks whether the volumes `secrets` and `database` belong to one journal. One of them may be missing: removed by
 * hand, forgotten in a move to another machine, or on a disk that is not mounted.
 */

/** A database cannot be opened with new passwords or decrypted with new keys, so both volumes are needed. */
const NEEDED = ['keys/master.keys', 'passwords/database-operator'];

/**
 * Returns why the volumes do not belong together and what to do about it; undefined if they do.
 * @param {object} volumes
 * @param {string} volumes.kept the folder of passwords and keys
 * @param {string} volumes.database the folder of the database
 * @param {boolean} [volumes.beginsEmpty] the operator wants an empty database with these keys
 */
export function whyVolumesDoNotFit({ kept, database, beginsEmpty = false }) {
  const hasData = isFilled(database);
  if (hasData === undefined) return undefined;
  const missingFiles = NEEDED.filter((file) => !existsSync(join(kept, file)));
  if (hasData && missingFiles.length > 0) {
    return (
      'The volume `database` holds a journal, and the volume `secrets`, with the keys and passwords that open it, is empty ' +
      `or incomplete (kept/${missingFiles.join(', kept/')}). Nothing new was made. Put the volume back, or restore a backup ` +
      'into new volumes (docs/backup.md). To begin an empty journal beside it: docker compose -p another-name up --wait'
    );
  }
  if (!hasData && missingFiles.length === 0 && !beginsEmpty) {
    return (
      'The keys of a journal are in the volume `secrets`, and the volume of its database is empty. Put the volume ' +
      '`database` back, or mount its disk. To begin with an empty database, such as to restore a backup into it or ' +
      'after a first start that failed: BEGIN_EMPTY=yes docker compose up --wait'
    );
  }
  return undefined;
}

/**
 * Returns undefined if the folder cannot be read, such as a private folder of the host.
 * @param {string} folder
 */
function isFilled(folder) {
  try {
    return readdirSync(folder).some((name) => name !== 'lost+found');
  } catch {
    return undefined;
  }
}

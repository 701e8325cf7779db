import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Whether the volumes `secrets` and `database` belong to one journal. One of them may be gone: removed by hand, left out
 * of a move to another machine, or a bind mount of a disk that is not mounted.
 */

/** Neither is of use without the other: passwords made anew do not open a database, and keys made anew do not decrypt it. */
const NEEDED = ['keys/master.keys', 'passwords/database-operator'];

/**
 * Says why they do not belong together and how to go on; undefined where they do.
 * @param {object} volumes
 * @param {string} volumes.kept the folder of passwords and keys
 * @param {string} volumes.database the folder of the database
 * @param {boolean} [volumes.beginsEmpty] an empty database is wanted under these keys
 */
export function whyVolumesDoNotFit({ kept, database, beginsEmpty = false }) {
  const hasData = isFilled(database);
  if (hasData === undefined) return undefined;
  const missing = NEEDED.filter((file) => !existsSync(join(kept, file)));
  if (hasData && missing.length > 0) {
    return (
      'The volume `database` holds a journal, and the volume `secrets`, with the keys and passwords that open it, is empty ' +
      `or incomplete (kept/${missing.join(', kept/')}). Nothing new was made. Put the volume back, or restore a backup ` +
      'into new volumes (docs/operations.md). To begin an empty journal beside it: docker compose -p another-name up --wait'
    );
  }
  if (!hasData && missing.length === 0 && !beginsEmpty) {
    return (
      'The keys of a journal are in the volume `secrets`, and the volume of its database is empty. Put the volume ' +
      '`database` back, or mount its disk. To begin with an empty database, such as to restore a backup into it or ' +
      'after a first start that failed: BEGIN_EMPTY=yes docker compose up --wait'
    );
  }
  return undefined;
}

/**
 * Undefined where it cannot be read, such as a folder on the host that is closed to others.
 * @param {string} folder
 */
function isFilled(folder) {
  try {
    return readdirSync(folder).some((name) => name !== 'lost+found');
  } catch {
    return undefined;
  }
}

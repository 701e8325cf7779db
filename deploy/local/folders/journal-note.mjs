import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/* The note in a data folder about its journal, as lines of `name: value`. The first line is only the place. */

const FILE = 'journal-is-in';

/** `native`, `docker`, or a MongoDB elsewhere as `mongodb at <hosts>`. @typedef {string} Place */

/**
 * @typedef {object} JournalNote
 * @property {Place} place of the database that the folder was made with
 * @property {Place} [last] of the database of the last start
 * @property {string} [keys] the file of the master keys; absent until a start has succeeded
 * @property {string} [prefix] what the names of the databases begin with
 * @property {string} [folder] the path of the data folder, after which Docker volumes are named
 */

/** The file of the embedded database. @param {string} dataDir */
export const databaseFile = (dataDir) => join(dataDir, 'database', 'journal.mv');

/**
 * Undefined if there is no database. An embedded database counts even without a note.
 * @param {string} dataDir
 * @returns {JournalNote | undefined}
 */
export function readNote(dataDir) {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return existsSync(databaseFile(dataDir)) ? { place: 'native' } : undefined;
  const [place = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const facts = lines.map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []);
  return { place, ...Object.fromEntries(facts) };
}

/** @param {string} dataDir @param {JournalNote} note */
export function writeNote(dataDir, { place, ...facts }) {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  writeFileSync(join(dataDir, FILE), [place, ...lines, ''].join('\n'));
}

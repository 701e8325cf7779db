import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * After a stack has stopped, its logs and the files of its broker and its database are searched for what people wrote
 * while it ran. `npm test` names the files: E2E_MARKS, in which every suite notes what it writes, TEST_BROKER_FOLDER
 * and TEST_DATABASE_FOLDER.
 */

/** @typedef {'words' | 'city' | 'email'} Kind */
/** @typedef {'logs' | 'broker' | 'database'} Place */

/**
 * What may be stored as plaintext, and why. Nothing else may be found.
 * @type {Partial<Record<Place, Partial<Record<Kind, string>>>>}
 */
const MAY_BE_READ = {
  database: {
    city: 'The city of an entry stays readable, so that statistics stay queries (docs/encryption.md).',
    email: 'Auth finds an account by its email.',
  },
  broker: {
    city: 'The event that asks for the weather names the city; a quorum queue writes what it holds to disk.',
  },
};

/** @type {readonly Kind[]} */
const KINDS = ['words', 'city', 'email'];
/** Shorter runs of plain characters occur in files by chance. */
const WORDS_MIN = 16;
/** How many finds of one kind in one place are reported. */
const FINDS_MAX = 5;

/**
 * Notes what a request body writes: the text and the tags of an entry, its city, an email.
 * @param {unknown} body of a request, as it was before it became JSON
 */
export function noteWritten(body) {
  const { E2E_MARKS: file } = process.env;
  if (!file || body === null || typeof body !== 'object') return;
  const { entries } = /** @type {{entries?: unknown}} */ (body);
  const marks = [body, ...(Array.isArray(entries) ? entries : [])].flatMap(marksOf);
  if (marks.length > 0) appendFileSync(file, marks.map((mark) => `${JSON.stringify(mark)}\n`).join(''));
}

/** @param {unknown} written @returns {{kind: Kind, text: string}[]} */
function marksOf(written) {
  if (written === null || typeof written !== 'object') return [];
  const { content, tags, location, email } = /** @type {Record<string, unknown>} */ (written);
  /** @type {{kind: Kind, text: string}[]} */
  const marks = [];
  for (const text of [content, ...(Array.isArray(tags) ? tags : [])]) {
    const words = typeof text === 'string' ? longestPlainRun(text) : '';
    // A single word may be in a file by chance; a phrase is there only if it was stored.
    if (words.length >= WORDS_MIN && words.split(' ').length > 2) marks.push({ kind: 'words', text: words });
  }
  if (typeof location === 'string' && /^[A-Z][a-z]{3,}(?: [A-Z]?[a-z]+)*$/.test(location))
    marks.push({ kind: 'city', text: location });
  if (typeof email === 'string' && /^[\w.+-]{4,}@[\w.-]{4,}$/.test(email))
    marks.push({ kind: 'email', text: email });
  return marks;
}

/**
 * Encodings do not change these characters: JSON does not escape them, and in UTF-8 they are ASCII.
 * @param {string} text
 */
function longestPlainRun(text) {
  const runs = text.slice(0, 2_000).match(/[A-Za-z0-9,.' -]+/g) ?? [];
  return runs
    .reduce((longest, run) => (run.length > longest.length ? run : longest), '')
    .slice(0, 200)
    .trim();
}

/**
 * Throws if words of a user are stored as plaintext where they must not be.
 * @param {{logs: string, name: string}} stack the folder of its logs, and the name of its virtual host and databases
 */
export function expectNothingAtRest({ logs, name }) {
  const { E2E_MARKS, TEST_BROKER_FOLDER: broker, TEST_DATABASE_FOLDER: database } = process.env;
  if (!E2E_MARKS || !existsSync(E2E_MARKS)) return;
  const found = searchAtRest(readMarks(E2E_MARKS), [
    { place: 'logs', folder: logs, known: '"level":"info"' },
    // The files of containers cannot be read from here.
    ...(broker ? [{ place: /** @type {const} */ ('broker'), folder: broker, known: name }] : []),
    ...(database ? [{ place: /** @type {const} */ ('database'), folder: database, known: name }] : []),
  ]);
  if (found.length > 0)
    throw new Error(`This is stored as plaintext where it must not be:\n${found.join('\n')}`);
}

/** @param {string} file @returns {Record<Kind, Set<string>>} */
export function readMarks(file) {
  /** @type {Record<Kind, Set<string>>} */
  const marks = { words: new Set(), city: new Set(), email: new Set() };
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { kind, text } = /** @type {{kind: Kind, text: string}} */ (JSON.parse(line));
    marks[kind].add(text);
  }
  return marks;
}

/**
 * @param {Record<Kind, Set<string>>} marks
 * @param {{place: Place, folder: string, known: string}[]} places `known`: a text that must be there; a search
 * that does not find it has looked in the wrong place
 * @returns {string[]} what was found, in words
 */
export function searchAtRest(marks, places) {
  const found = [];
  for (const { place, folder, known } of places) {
    if (search([known], folder).length === 0) found.push(`${place}: the search does not find "${known}"`);
    for (const kind of KINDS.filter((one) => !MAY_BE_READ[place]?.[one])) {
      found.push(...search([...marks[kind]], folder).map((line) => `${place}, ${kind}: ${line}`));
    }
  }
  return found;
}

/** @param {string[]} texts @param {string} folder @returns {string[]} `file:text`, a few of them */
function search(texts, folder) {
  if (texts.length === 0) return [];
  const work = mkdtempSync(join(tmpdir(), 'inner-weather-marks-'));
  const patterns = join(work, 'patterns');
  writeFileSync(patterns, `${texts.join('\n')}\n`);
  const { stdout, stderr, status, error } = spawnSync(
    'grep',
    ['-raoF', '-m', String(FINDS_MAX), '-f', patterns, '--', folder],
    { encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C' }, maxBuffer: 256 * 1024 * 1024 },
  );
  rmSync(work, { recursive: true });
  // 1: nothing found. 2: a file could not be read, which is harmless only if the file was deleted meanwhile.
  const unread = stderr
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith(': No such file or directory'));
  if ((status !== 0 && status !== 1 && status !== 2) || unread.length > 0)
    throw new Error(`grep ended with ${status}: ${unread.join('; ') || error}`);
  const lines = stdout.split('\n').filter(Boolean);
  return [...new Set(lines.map((line) => line.replace(`${folder}/`, '')))].slice(0, FINDS_MAX);
}

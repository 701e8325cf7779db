import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PlainError, say } from '../deploy/local/log.mjs';
import { readDotEnv, ROOT } from '../deploy/local/prepare.mjs';
import { runningStartOf } from '../deploy/local/started.mjs';
import { LIMITS } from '../libs/domain/dist/limits.js';
import { forgetAccount, keepAccount, newAccount, readAccount } from './demo/account.mjs';
import { drawnPhoto } from './demo/drawn-photo.mjs';
import { Installation, wordsOf } from './demo/installation.mjs';
import { HOME, sampleEntries, SEED } from './demo/sample-entries.mjs';
import { MEASURES, NAMES, valuesOf } from './demo/sample-measures.mjs';

/* `npm run demo`: an account with three years of sample entries, in a running installation, through its public API. */

const HELP = `Makes a demo account with sample entries in a running installation, or adds the days since the last time.

  npm run demo                         three years, where npm start runs from here, or at the PORT of .env
  npm run demo -- --remove             deletes the account with everything in it

  --url <address>          another installation
  --years <number>         at most 10; 3 by default
  --seed <words>           other words make other entries
  --invitation <secret>    where signing up needs one

The password is kept in the data folder, so that the account can be removed; DEMO_PASSWORD sets another.
`;

/** How many photos the newest entries get, the newest first. */
const PHOTOS = [1, 0, 3, 0, 2, 0, 1, 0, 0, 4, 0, 6];

/** @typedef {import('./demo/sample-measures.mjs').Name} Name */

/** The newest days whose sleep and energy come from outside, as a watch would send them. */
const WATCHED_DAYS = 14;

/** What a watch does not know. @type {Name[]} */
const COUNTED_BY_HAND = ['Coffee'];

/** Milliseconds between two parts, so that other users are not affected. */
const PAUSE_MS = 250;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    years: { type: 'string', default: '3' },
    seed: { type: 'string', default: SEED },
    invitation: { type: 'string' },
    remove: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

readDotEnv();
const port = runningStartOf(ROOT)?.port ?? (process.env.PORT || 8080);
const url = (values.url ?? `http://localhost:${port}`).replace(/\/+$/, '');
const installation = new Installation(url);

async function logIn() {
  const account = readAccount(url);
  if (!account) return undefined;
  const { email, password } = account;
  const { status, body } = await installation.ask('POST', '/login', { email, password });
  if (status !== 200) return undefined;
  installation.openSession(body);
  return account;
}

async function signUp() {
  const account = newAccount(url);
  const { email, password } = account;
  const answer = await installation.ask('POST', '/user/new', {
    firstName: 'Demo',
    lastName: 'Account',
    location: HOME,
    email,
    password,
    passwordVal: password,
    ...(values.invitation && { invitation: values.invitation }),
  });
  if (answer.status !== 201) {
    throw new PlainError(
      `The demo account could not be made: ${wordsOf(answer)} If it is there already, give its password as DEMO_PASSWORD.`,
    );
  }
  installation.openSession(answer.body);
  keepAccount(account);
  return account;
}

async function fill() {
  const years = Number(values.years);
  if (!(years > 0 && years <= 10)) throw new PlainError('--years is a number up to 10.');
  const account = (await logIn()) ?? (await signUp());
  const until = new Date().toISOString().slice(0, 10);
  const ids = await measureIds();
  const entries = sampleEntries({ until, years, seed: values.seed }).map((entry, index, { length }) => ({
    ...entry,
    measures: measuredBy(ids, entry, index < length - WATCHED_DAYS ? NAMES : COUNTED_BY_HAND),
  }));
  let added = 0;
  for (let first = 0; first < entries.length; first += LIMITS.importBatchMax) {
    const part = entries.slice(first, first + LIMITS.importBatchMax);
    const answer = await installation.ask('POST', '/journal/import', { entries: part });
    if (answer.status !== 200) throw new PlainError(`The entries were refused: ${wordsOf(answer)}`);
    added += answer.body.added;
    await sleep(PAUSE_MS);
  }
  say(`${added} sample entries added, ${entries.length - added} were there already`);
  await sendFromWatch(account.password, ids, entries);
  await addPhotos(account.email, entries.slice(-PHOTOS.length));
  say(`log in at ${url}/login as ${account.email}, password ${account.password}`);
  const { status } = await installation.ask('GET', '/invitations');
  if (status === 200) {
    say(
      'This is the first account here, so it administers the installation. Remove it before others sign up.',
    );
  }
}

/** The ids of the measures by their names; creates those that are missing. */
async function measureIds() {
  const { body } = await installation.ask('GET', '/measures');
  /** @type {Record<string, string>} */
  const ids = Object.fromEntries(
    body.measures.map((/** @type {{_id: string, name: string}} */ { _id, name }) => [name, _id]),
  );
  for (const measure of MEASURES) {
    if (ids[measure.name]) continue;
    const id = randomUUID();
    const answer = await installation.ask('PUT', `/measures/${id}`, measure);
    if (answer.status !== 200) throw new PlainError(`A measure was refused: ${wordsOf(answer)}`);
    ids[measure.name] = id;
  }
  return ids;
}

/**
 * @param {Record<string, string>} ids @param {import('./demo/sample-entries.mjs').SampleEntry} entry
 * @param {readonly Name[]} names of the measures
 */
function measuredBy(ids, { createdAt, inputMood }, names) {
  const measured = valuesOf(createdAt.slice(0, 10), inputMood, values.seed);
  return Object.fromEntries(names.map((name) => [ids[name], measured[name]]));
}

/**
 * Sets sleep and energy of the newest days as a watch does, with a key for scripts.
 * @param {string} currentPassword @param {Record<string, string>} ids
 * @param {import('./demo/sample-entries.mjs').SampleEntry[]} entries
 */
async function sendFromWatch(currentPassword, ids, entries) {
  const key = { name: 'A watch', scopes: ['entries:write'], expiresInDays: 1, currentPassword };
  const created = await installation.ask('POST', '/user/me/access-tokens', key);
  if (created.status !== 201) throw new PlainError(`A key was refused: ${wordsOf(created)}`);
  const watch = new Installation(url, created.body.token);
  for (const { createdAt, inputMood } of entries.slice(-WATCHED_DAYS)) {
    const day = createdAt.slice(0, 10);
    const { Sleep, Energy } = valuesOf(day, inputMood, values.seed);
    for (const [name, value] of Object.entries({ Sleep, Energy })) {
      const answer = await watch.ask('PUT', `/measures/${ids[name]}/days/${day}`, { value });
      if (answer.status !== 204) throw new PlainError(`A value was refused: ${wordsOf(answer)}`);
    }
  }
  await installation.ask('DELETE', `/user/me/access-tokens/${created.body.id}`);
  say('sleep, energy and coffee added; the newest nights came from outside');
}

/** @param {string} email @param {import('./demo/sample-entries.mjs').SampleEntry[]} newest oldest first */
async function addPhotos(email, newest) {
  const days = new URLSearchParams({
    userReference: email,
    startDate: newest[0]?.createdAt.slice(0, 10) ?? '',
    endDate: newest.at(-1)?.createdAt.slice(0, 10) ?? '',
    // What comes from outside is between them.
    limit: String(PHOTOS.length + WATCHED_DAYS),
  });
  const found = await installation.ask('GET', `/journal/search?${days}`);
  if (found.status !== 200) throw new PlainError(`The entries cannot be read: ${wordsOf(found)}`);
  let added = 0;
  const written = found.body.filter((/** @type {{content: string}} */ { content }) => content !== '');
  for (const [n, entry] of written.entries()) {
    if (entry.photos?.length > 0) continue;
    const photos = [];
    for (let number = 0; number < (PHOTOS[n] ?? 0); number += 1) {
      const sent = await installation.ask('POST', '/photos', drawnPhoto(`${entry.createdAt} ${number}`));
      if (sent.status !== 201) throw new PlainError(`A photo was refused: ${wordsOf(sent)}`);
      photos.push(sent.body._id);
    }
    if (photos.length === 0) continue;
    const { _id, content, inputMood, location } = entry;
    const changes = { content, inputMood, location, photos };
    const changed = await installation.ask('PUT', `/journal/update/${_id}`, changes);
    if (changed.status !== 200) throw new PlainError(`An entry was not changed: ${wordsOf(changed)}`);
    added += photos.length;
  }
  say(`${added} drawn photos added to the newest entries`);
}

async function remove() {
  const account = await logIn();
  if (!account)
    throw new PlainError(`No demo account can be logged in to at ${url}. DEMO_PASSWORD sets its password.`);
  const answer = await installation.ask('DELETE', '/user/me', { currentPassword: account.password });
  if (answer.status !== 204) throw new PlainError(`It could not be removed: ${wordsOf(answer)}`);
  forgetAccount();
  say('the demo account is gone, with everything in it');
}

try {
  if (values.help) process.stdout.write(HELP);
  else await (values.remove ? remove() : fill());
} catch (error) {
  process.stderr.write(`${error instanceof PlainError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/*
 * What `helm test` does: a person signs up, writes an entry, finds it, asks for an insight, and deletes the account, also if
 * something before it fails: the first account administers. Where not everybody may sign up, it says so and only tries to
 * log in, or only asks who may.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
const [url = ''] = process.argv.slice(2);
const email = `helm-test-${randomUUID()}@example.org`;
const password = randomUUID();
const content = `A test of the installation, ${randomUUID()}`;

/**
 * Returns the body. Throws an error with the answer unless its status is the wanted one.
 * @param {string} method
 * @param {string} path
 * @param {number} wanted
 * @param {{token?: string, body?: object}} [options]
 * @returns {Promise<any>}
 */
async function call(method, path, wanted, { token, body } = {}) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token && { 'x-auth-token': token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await answer.text();
  if (answer.status !== wanted) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  process.stdout.write(`${method} ${path.split('?')[0]}: ${answer.status}\n`);
  return text ? JSON.parse(text) : undefined;
}

const day = (/** @type {number} */ shift) =>
  new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);

/** @param {string} words */
function endWith(words) {
  process.stdout.write(`${words}\n`);
  process.exit(0);
}

const { mode, passwordLogin } = await call('GET', '/registration', 200);
if (!passwordLogin) endWith('The journal answers. No more was tried, since PASSWORD_LOGIN is off.');
if (mode !== 'open') {
  await call('POST', '/login', 401, { body: { email, password } });
  endWith(`Only the login was tried, since REGISTRATION is ${mode}. It works.`);
}

const form = {
  firstName: 'Helm',
  lastName: 'Test',
  location: 'Porto',
  email,
  password,
  passwordVal: password,
};
const { token } = await call('POST', '/user/new', 201, { body: form });
try {
  await useTheJournal();
} finally {
  await call('DELETE', '/user/me', 204, { token, body: { currentPassword: password } });
}
await call('POST', '/login', 401, { body: { email, password } });
endWith('Everything works.');

async function useTheJournal() {
  await call('POST', '/login', 200, { body: { email, password } });
  const entry = { email, content, inputMood: 'Happy', location: 'Porto' };
  const { _id } = await call('POST', '/journal/new', 201, { token, body: entry });

  const query = new URLSearchParams({ userReference: email, startDate: day(-1), endDate: day(1) });
  const found = await call('GET', `/journal/search?${query}`, 200, { token });
  if (found.length !== 1 || found[0]._id !== _id || found[0].content !== content) {
    throw new Error(`The search found ${found.length} entries, and not the one that was written.`);
  }

  const { insights } = await call('GET', '/about', 200);
  if (insights.recipient) {
    await call('PATCH', '/user/me', 200, { token, body: { aiConsent: [insights.recipient] } });
  }
  let job = await call('POST', '/insights', 202, { token, body: { range: 'lastWeek' } });
  const end = Date.now() + PATIENCE_MS;
  while (!['done', 'failed'].includes(job.status) && Date.now() < end) {
    await sleep(1_000);
    job = await call('GET', `/insights/${job.id}`, 200, { token });
  }
  // A model that cannot be reached, or is slow, ends the test as well. Whether that is a fault, only the owner knows.
  process.stdout.write(`The insight is ${job.status}.\n`);
}

import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import { LIMITS } from '@inner-weather/domain/limits';
import { Api, type Person } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { expectProblem } from '../support/requests/problem.js';
import { sendRaw as sendRawTo } from '../support/requests/raw.js';

const { url } = readE2eConfig();
const api = new Api(url);
const NOT_AN_OBJECT = 'The body must be a JSON object.';
const UNREADABLE = 'The request cannot be read: its body must be a JSON object.';
const sendRaw = (bytes: string) => sendRawTo(url, bytes);

const ada = await api.signUp();

/** One of each kind of route: with a small body, and with a large one. `e2e/attacks/every-body.spec.ts` asks all. */
const ROUTES: [string, string, (ada: Person) => object][] = [
  ['PATCH', '/api/user/me', () => ({ lastName: 'King' })],
  ['POST', '/api/journal/new', ({ user }) => ({ email: user.email, content: 'x', location: 'Porto' })],
];

/** Keys by which a careless parser changes the prototype of the object that it makes. */
const PROTOTYPE_KEYS = [
  '"__proto__":{"isAdmin":true,"userId":"x"}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"\\u005f_proto__":{"isAdmin":true}',
];

// ASVS 1.1.1, 1.1.2, 1.5.1, 1.5.2, 3.4.3, 3.4.4, 3.4.5, 3.4.6, 4.2.1, 13.4.1, 13.4.2, 13.4.3, 13.4.4, 13.4.5
describe.each(ROUTES)('the body of %s %s', (method, path, good) => {
  const send = (body: string | undefined, headers: Record<string, string> = {}) =>
    ada.request(method, path, { body, headers });

  it.each(['null', '5', '[{}]'])('must be an object: %s', async (body) => {
    expectProblem(await send(body), 400, 'malformed_request', NOT_AN_OBJECT);
  });

  it.each(['{', '{}{}', '\u0000'])('must be JSON: %s', async (body) => {
    expectProblem(await send(body), 400, 'malformed_request', UNREADABLE);
  });

  // 256 KiB on routes for entries; 4 KiB on all others.
  const bytesMax = path.startsWith('/api/journal/') ? LIMITS.bodyBytesMax : LIMITS.smallBodyBytesMax;

  it(`may have at most ${bytesMax} bytes`, async () => {
    const room = bytesMax - Buffer.byteLength(JSON.stringify({ ...good(ada), padding: '' }));
    const padded = (bytes: number) => JSON.stringify({ ...good(ada), padding: 'x'.repeat(bytes) });
    const { status } = await send(padded(room));
    expect(status).toBeLessThan(300);
    const words = 'The request is too large.';
    expectProblem(await send(padded(room + 1)), 413, 'payload_too_large', words);
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('must not be nested too deeply: %s', async (_what, open, close) => {
    const times = Math.floor((bytesMax - 500) / (open.length + close.length));
    const deep = `${open.repeat(times)}1${close.repeat(times)}`;
    const words = 'The body is nested too deeply.';
    const whole = JSON.stringify(good(ada));
    for (const body of [`{"more":${deep}}`, `{"more":${deep},${whole.slice(1)}`]) {
      expectProblem(await send(body), 400, 'malformed_request', words);
    }
    for (const field of Object.keys(good(ada))) {
      expectProblem(await send(`{"${field}":${deep}}`), 400, 'malformed_request', words);
    }
  });

  it.each([[[]], [{}], [[[['x']]]], [{ $gt: '' }], [{ length: 5 }], [true], [1e308], [{ toString: 1 }]])(
    'must have text in every field, not %j',
    async (value) => {
      for (const field of Object.keys(good(ada))) {
        const answer = await send(JSON.stringify({ ...good(ada), [field]: value }));
        const problem = expectProblem(answer, 400, 'validation_failed');
        expect(problem.errors.map((error) => error.field)).toContain(field);
      }
    },
  );

  it.each([
    ['is nested too deeply', { deep: JSON.parse(`${'['.repeat(17)}${']'.repeat(17)}`) as unknown }],
    ['has a list that is too long', { long: Array<number>(LIMITS.bodyListMax + 1).fill(1) }],
    [
      'has too many fields',
      Object.fromEntries(Array.from({ length: LIMITS.bodyKeysMax + 1 }, (_, n) => [n, 1])),
    ],
  ])('is refused before any rule is checked when it %s', async (words, more) => {
    const answer = await send(JSON.stringify(more));
    expectProblem(answer, 400, 'malformed_request', `The body ${words}.`);
  });

  it.each(PROTOTYPE_KEYS)('has no key that reaches into prototypes: %s', async (key) => {
    const body = `{${key},${JSON.stringify(good(ada)).slice(1)}`;
    expectProblem(await send(body), 400, 'malformed_request');
  });

  it('may contain unknown fields of any name', async () => {
    const more = { toString: 1, hasOwnProperty: 'x', then: null, constructor: 'x', length: -1, $where: '1' };
    const { status } = await send(JSON.stringify({ ...more, ...good(ada) }));
    expect(status).toBeLessThan(300);
  });
});

it('the longest entry made of the longest characters, each escaped, is not too large', async () => {
  const ada = await api.signUp();
  const content = '🌧'.repeat(20_000);
  const entry = JSON.stringify({ email: ada.user.email, content, location: 'Porto' });
  const body = entry.replace(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
  const answer = await ada.request('POST', '/api/journal/new', { body });
  expect(answer).toMatchObject({ status: 201, body: { content } });
});

describe('a malformed request', () => {
  /** That a browser neither runs nor frames it, and that the page takes it for an answer of ours. */
  const expectHarmless = (answer: string): void => {
    expect(answer.toLowerCase()).toContain(`\r\n${ANSWER_MARK}: 1\r\n`);
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    expect(answer).toMatch(/\r\nContent-Security-Policy: [^\r]*frame-ancestors 'none'\r\n/i);
  };

  it('is not sent back by TRACE', async () => {
    const answer = await sendRaw(
      'TRACE / HTTP/1.1\r\nHost: localhost\r\nX-Mine: a secret\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('a secret');
  });

  it.each([
    ['no address', 'GET /api/%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close'],
    [
      'an endless address',
      `GET /api/insights/${'x'.repeat(300)} HTTP/1.1\r\nHost: localhost\r\nConnection: close`,
    ],
  ])('gets an answer that a browser neither runs nor frames: %s', async (_what, head) => {
    const answer = await sendRaw(`${head}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 40\d /);
    expectHarmless(answer);
  });

  it('gets a problem in the usual form, and the connection is closed', async () => {
    const answer = await sendRaw('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/content-type: application\/problem\+json/i);
    expectHarmless(answer);
    const problem: unknown = JSON.parse(answer.split('\r\n\r\n')[1] ?? '');
    const msg = 'The request is not HTTP.';
    expect(problem).toMatchObject({ status: 400, code: 'malformed_request', detail: msg, errors: [{ msg }] });
  });

  it('has an address or headers that are too long', async () => {
    for (const lines of [
      `GET /?${'x'.repeat(33_000)} HTTP/1.1`,
      `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(33_000)}`,
    ]) {
      const answer = await sendRaw(`${lines}\r\nHost: localhost\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 431 /);
      expectHarmless(answer);
      const msg = 'The address or the headers of the request are too long.';
      const problem: unknown = JSON.parse(answer.split('\r\n\r\n')[1] ?? '');
      expect(problem).toMatchObject({ status: 431, code: 'malformed_request', errors: [{ msg }] });
    }
  });

  it('has as many cookies as nginx passes on: it is answered', async () => {
    const cookies = `Cookie: front=${'x'.repeat(30_000)}`;
    const head = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close';
    const answer = await sendRaw(`${head}\r\n${cookies}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('announces a body that is too large: the gateway does not wait for it', async () => {
    const head = 'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json';
    const answer = await sendRaw(`${head}\r\nContent-Length: 9000000000\r\n\r\n{`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"payload_too_large"');
  });
});

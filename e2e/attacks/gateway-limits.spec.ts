import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually, timeLeft } from '@inner-weather/testing/eventually';
import { LIMITS } from '@inner-weather/domain/limits';
import { type LoneGateway, type NeighbourReply, startLoneGateway } from '../support/stacks/lone-gateway.js';
import { sendRaw } from '../support/requests/raw.js';

const READS = 20;
const BAD_BODIES = 4;
/** What a test needs of one minute, and one that waits for the gateway or asks it eighty times. */
const TEST_MS = 5_000;
const LONGER_MS = 10_000;
const PATIENCE_MS = 1_500;
/** Longer than a busy machine takes for a second answer. */
const UNREAD_MS = 5_000;
const GOOD_PASSWORD = 'the password of Ada';

/** What auth answers to a login, with a cookie of its own for the session and the browser. */
const grantOf = (cookie: string) => ({
  token: 'a token',
  cookie,
  device: `${cookie}-device`,
  user: { id: `account of ${cookie}`, name: 'Ada', email: 'ada@example.org', location: 'Porto' },
});

/** What a gateway limits by itself, whatever the other services do. */
describe('a gateway with limits', () => {
  let gateway: LoneGateway;
  let people = 0;
  let addresses = 0;
  /** Searches that the journal has been asked for and not answered. */
  let searches: ((reply: NeighbourReply) => void)[];
  let answersAtOnce: boolean;
  /** The answer of the journal to them. */
  let answer: string;

  beforeAll(async () => {
    gateway = await startLoneGateway({
      RATE_LIMITS: 'on',
      READS_PER_MINUTE: String(READS),
      BAD_BODIES_PER_MINUTE: String(BAD_BODIES),
      REQUEST_TIMEOUT_MS: String(PATIENCE_MS),
      // The journal of these tests answers when they tell it to.
      RPC_TIMEOUT_MS: '30000',
      UNREAD_TIMEOUT_MS: String(UNREAD_MS),
      TRUST_PROXY: 'true',
      ALLOWED_HOSTS: 'journal.lan,*.example.net',
    });
    await gateway.neighbour('auth.list-revoked-sessions', () => ({ ok: [] }));
    await gateway.neighbour('auth.get-user', () => ({ ok: {} }));
    await gateway.neighbour('auth.get-export', () => ({ ok: { account: {}, sessions: [], identities: [] } }));
    await gateway.neighbour('weather.find-places', () => ({ ok: { items: [] } }));
    await gateway.neighbour('weather.get-current', () => ({ ok: { weather: null } }));
    await gateway.neighbour('auth.restore-session', ({ cookie }) => ({ ok: grantOf(String(cookie)) }));
    await gateway.neighbour('auth.log-in', ({ credentials }) =>
      (credentials as { password: string }).password === GOOD_PASSWORD
        ? { ok: grantOf(randomUUID()) }
        : { error: { code: 'invalid_credentials', errors: [{ msg: 'Invalid login credentials' }] } },
    );
    await gateway.neighbour('journal.search-entries', () =>
      answersAtOnce ? { bytes: answer } : new Promise((answer) => searches.push(answer)),
    );
    await gateway.ready();
  }, 90_000);

  beforeEach(() => {
    searches = [];
    answersAtOnce = false;
    answer = '[]';
  });

  afterAll(() => gateway.stop());

  const newPerson = () => ({ 'x-auth-token': gateway.token(undefined, `user-${++people}`) });
  const newAddress = () => ({ 'x-forwarded-for': `203.0.113.${++addresses}` });

  describe('counts reads', () => {
    it('per user, on all routes together, before the query is checked', async () => {
      await timeLeft('minute', TEST_MS);
      const ada = newPerson();
      const first = await gateway.get('/api/user/me', ada);
      expect(first.headers.get('ratelimit')).toMatch(new RegExp(`^"reads";r=${READS - 1};t=\\d+$`));
      expect(first.headers.get('ratelimit-policy')).toBe(`"reads";q=${READS};w=60`);
      for (let n = 1; n < READS; n++) {
        expect((await gateway.get('/api/journal/search?limit=none', ada)).status).toBe(400);
      }
      for (const path of ['/api/user/me', '/api/journal/search?limit=none', '/api/user/me/export']) {
        const refused = await gateway.get(path, ada);
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      // This request is also a read.
      const headers = { ...ada, 'content-type': 'application/json' };
      const find = { method: 'POST', headers, body: '{"limit":"none"}' };
      expect((await fetch(`${gateway.url}/api/journal/search`, find)).status).toBe(429);
      expect((await gateway.get('/api/user/me', newPerson())).status).toBe(200);
    });
  });

  describe('runs one long read of a person at a time', () => {
    const range = `userReference=ada@example.org&startDate=2026-11-01&endDate=2026-11-30`;
    const search = (who: Record<string, string>, limit = '', signal?: AbortSignal) =>
      fetch(`${gateway.url}/api/journal/search?${range}${limit}`, { headers: who, signal });
    const asked = (times: number) => eventually(() => expect(searches).toHaveLength(times));
    const answerAll = () => searches.splice(0).forEach((answer) => answer({ bytes: '[]' }));

    it.each([
      ['a whole range', ''],
      ['a large page', `&limit=${LIMITS.searchSmallMax + 1}`],
    ])('and refuses another meanwhile: %s', async (_, limit) => {
      const [ada, eve] = [newPerson(), newPerson()];
      const running = search(ada, limit);
      await asked(1);
      for (const path of ['/api/user/me/export', `/api/journal/search?${range}`]) {
        const refused = await gateway.get(path, ada);
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
      }
      const others = [search(ada, `&limit=${LIMITS.searchSmallMax}`), search(eve, limit)];
      await asked(3);
      answerAll();
      for (const answer of [running, ...others]) expect((await answer).status).toBe(200);
      const again = search(ada, limit);
      await asked(1);
      answerAll();
      expect((await again).status).toBe(200);
    });

    it('until the journal has answered, even when the client has gone', async () => {
      const ada = newPerson();
      const leaving = new AbortController();
      const left = search(ada, '', leaving.signal);
      await asked(1);
      leaving.abort();
      await expect(left).rejects.toThrow();
      expect((await search(ada)).status).toBe(429);
      answerAll();
      answersAtOnce = true;
      await eventually(async () => expect((await search(ada)).status).toBe(200));
    });
  });

  describe('counts bodies of a network', () => {
    const logIn = (address: Record<string, string>, body: object) =>
      gateway.post('/api/login', body, address);
    const good = { email: 'ada@example.org', password: 'a long evening walk' };

    it('that break a rule or cannot be read, and refuses more before it reads them', async () => {
      await timeLeft('minute', TEST_MS);
      const address = newAddress();
      for (let n = 0; n < BAD_BODIES; n++) {
        expect((await logIn(address, n % 2 ? { email: [] } : Array(n))).status).toBe(400);
      }
      const refused = await logIn(address, good);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await logIn(newAddress(), good)).status).toBe(401);
      expect((await gateway.get('/api/help-lines', address)).status).toBe(200);
    });

    it('at once no more than one by one', async () => {
      await timeLeft('minute', TEST_MS);
      const address = newAddress();
      const answers = await Promise.all(
        Array.from({ length: BAD_BODIES * 3 }, () => logIn(address, { email: [] })),
      );
      expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(BAD_BODIES);
    });

    it('and not those that are good', async () => {
      const address = newAddress();
      for (let n = 0; n < BAD_BODIES * 2; n++) expect((await logIn(address, good)).status).toBe(401);
    });

    const head = (address: Record<string, string>, length = 'Content-Length: 100') =>
      `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\nX-Forwarded-For: ${address['x-forwarded-for']}\r\n\r\n`;

    it('and not those that never arrive, in chunks or not', async () => {
      await timeLeft('minute', LONGER_MS);
      const address = newAddress();
      const { hostname, port } = new URL(gateway.url);
      const halves = Array.from({ length: BAD_BODIES * 10 }, (_, n) => {
        const half =
          n % 2 ? `${head(address)}{"email":` : `${head(address, 'Transfer-Encoding: chunked')}5\r\n{"em\r\n`;
        const socket = connect(Number(port), hostname, () => socket.write(half));
        return socket.on('error', () => undefined).resume();
      });
      await Promise.all(halves.map((socket) => once(socket, 'connect')));
      // While they wait, after half of them were hung up, and after the gateway has hung up on the others.
      expect((await logIn(address, good)).status).toBe(401);
      for (const socket of halves.slice(0, BAD_BODIES * 4)) socket.destroy();
      expect((await logIn(address, good)).status).toBe(401);
      await Promise.all(halves.filter((socket) => !socket.closed).map((socket) => once(socket, 'close')));
      expect((await logIn(address, good)).status).toBe(401);
    });

    it('and lets a known browser in even if others behind its address send bad bodies', async () => {
      await timeLeft('minute', TEST_MS);
      const address = newAddress();
      const ada = { ...good, password: GOOD_PASSWORD };
      const cookies = (await logIn(address, ada)).headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0]);
      for (let n = 0; n < BAD_BODIES; n++) expect((await logIn(address, { email: [] })).status).toBe(400);
      for (const cookie of ['', 'device=made-up', 'token=made-up']) {
        expect((await logIn({ ...address, cookie }, good)).status).toBe(429);
      }
      const person = newPerson();
      await gateway.get('/api/user/me', person);
      const known = [...cookies.map((cookie) => ({ cookie: cookie ?? '' })), person];
      expect(known).toHaveLength(4);
      for (const own of known) expect((await logIn({ ...address, ...own }, good)).status).toBe(401);
      // It may send as many bad bodies as any network, over all its cookies.
      for (let n = 0; n < BAD_BODIES; n++) {
        expect((await logIn({ ...address, ...known[n % 3] }, { email: [] })).status).toBe(400);
      }
      for (const own of known.slice(0, 3))
        expect((await logIn({ ...address, ...own }, good)).status).toBe(429);
    });
  });

  describe('counts within a minute', () => {
    const person = () => newPerson() as Record<string, string>;
    const network = () => newAddress() as Record<string, string>;
    const session = () => ({ cookie: `token=${randomUUID()}.secret` });
    const place = '/api/places/weather?place=geo:41.15,-8.61';
    // Signed in or not, who looks up cities is a network. The weather of a place is for people.
    it.each<[string, number, string, string, string, () => Record<string, string>]>([
      ['the restores of a session', 60, 'restores', 'auth.restore-session', '/api/session', session],
      ['the cities of a network', 60, 'places', 'weather.find-places', '/api/places?name=Porto', network],
      ['the weather of a person', 15, 'weather-now', 'weather.get-current', place, person],
    ])('%s, and those of no other', async (_what, quota, name, call, path, newCaller) => {
      await timeLeft('minute', LONGER_MS);
      const [ada, eve] = [newCaller(), newCaller()];
      const answers = await Promise.all(
        Array.from({ length: quota + 3 }, (_, n) =>
          gateway.get(path, name === 'places' && n % 2 ? { ...ada, ...person() } : ada),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(quota);
      const refused = await gateway.get(path, ada);
      expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
        429,
        `"${name}";q=${quota};w=60`,
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(gateway.calls.filter(({ method }) => method === call)).toHaveLength(quota);
      expect((await gateway.get(path, eve)).status).toBe(200);
      // A guess at the secret of a session counts for itself.
      if (name === 'restores')
        expect((await gateway.get(path, { cookie: `${ada.cookie?.slice(0, -1)}x` })).status).toBe(200);
    });
  });

  it('keeps a bounded number of bytes for a person who reads nothing, for a bounded time', async () => {
    answersAtOnce = true;
    // More than the operating system takes from a process by itself.
    answer = JSON.stringify(Array.from({ length: 1_500 }, () => 'x'.repeat(10_000)));
    const [ada, eve] = [newPerson(), newPerson()];
    const path =
      '/api/journal/search?userReference=ada@example.org&startDate=2026-11-01&endDate=2026-11-30&limit=100';
    const { hostname, port } = new URL(gateway.url);
    const unread = connect(Number(port), hostname, () =>
      unread.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nx-auth-token: ${ada['x-auth-token']}\r\n\r\n`),
    ).on('error', () => undefined);
    // Asked for earlier, the second answer could be the one that is sent, and this the one that is refused.
    const [beginning] = (await once(unread, 'data')) as [Buffer];
    unread.pause();
    expect(beginning.toString()).toContain('200 OK');
    const refused = await gateway.get(path, ada);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.text()).toContain('have not been read yet');
    expect(await (await gateway.get(path, eve)).text()).toBe(answer);
    // It is given up, though its reader is still connected.
    await eventually(async () => expect(await (await gateway.get(path, ada)).text()).toBe(answer), {
      timeoutMs: 5 * UNREAD_MS,
      everyMs: UNREAD_MS / 2,
    });
    unread.resume();
    if (!unread.closed) await once(unread, 'close');
    expect(unread.bytesRead).toBeLessThan(answer.length);
  }, 120_000);

  describe('waits for a request for a limited time', () => {
    const head = 'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

    it('and closes the connection of a body or headers that never end', async () => {
      const startedAt = Date.now();
      const answers = await Promise.all(
        [
          `${head}Content-Length: 100\r\n\r\n{`,
          `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
          `${head}X-More: `,
        ].map((bytes) => sendRaw(gateway.url, bytes, { timeoutMs: 15_000 })),
      );
      expect(answers.map((answer) => answer.slice(0, 12))).toEqual(Array(3).fill('HTTP/1.1 408'));
      expect(Date.now() - startedAt).toBeLessThan(6 * PATIENCE_MS);
    });
  });

  describe('goes on reading', () => {
    const BYTES = 5_000_000;
    const head =
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close';
    const blanks = ' '.repeat(BYTES);

    it.each([
      ['that says its length', `${head}\r\nContent-Length: ${BYTES}\r\n\r\n${blanks}`],
      [
        'in one chunk',
        `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${BYTES.toString(16)}\r\n${blanks}\r\n0\r\n\r\n`,
      ],
    ])('while a body that is too large comes in, and answers then: one %s', async (_, bytes) => {
      const answer = await sendRaw(gateway.url, bytes, { readsEarly: false });
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('"code":"payload_too_large"');
    });
  });

  describe('answers under its own host names', () => {
    const statusUnder = async (host: string, path = '/api/help-lines', more = ''): Promise<string> => {
      const bytes = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;
      return (await sendRaw(gateway.url, bytes)).split(' ')[1] ?? '';
    };

    // Which names those are: gateway's host.spec.ts.
    it('and under no other, whatever the address', async () => {
      expect(await statusUnder('a.b.example.net')).toBe('200');
      for (const path of ['/api/help-lines', '/%61pi/session', '/', '/api/nope'])
        expect(await statusUnder('evil.example', path)).toBe('403');
      expect(await statusUnder('evil.example', '/api/help-lines', 'X-Forwarded-Host: localhost\r\n')).toBe(
        '403',
      );
    });

    it('but answers health checks under any name', async () => {
      expect(await statusUnder('10-0-0-1.pods.example', '/health/live')).toBe('200');
    });
  });
});

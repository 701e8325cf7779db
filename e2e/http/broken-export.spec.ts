import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LoneGateway, startLoneGateway } from '../support/lone-gateway.js';

const PAGE = 500;
const account = { id: 'user-1', name: 'Ada', email: 'ada@example.org', location: 'Porto' };
const entry = {
  _id: 'f'.repeat(24),
  inputMood: 'Happy',
  location: 'Porto',
  tags: [],
  weatherData: 'Sunny',
  weatherStatus: 'ready',
  neverSendToAi: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
};
/** Random, so that it stays large in a ZIP: a page has about 1.5 MB. */
const contents = Array.from({ length: PAGE }, () => randomBytes(2_250).toString('base64'));
const page = JSON.stringify(contents.map((content) => ({ ...entry, content })));

describe('an export from scripted services', () => {
  let gateway: LoneGateway;
  /** How many pages the journal answers before it is unavailable. */
  let pages: number;

  beforeAll(async () => {
    gateway = await startLoneGateway({ RPC_TIMEOUT_MS: '2000' });
    await gateway.neighbour('auth.list-revoked-sessions', () => ({ ok: [] }));
    await gateway.neighbour('auth.get-export', () => ({ ok: { account, sessions: [] } }));
    await gateway.neighbour('insights.list', () => ({ ok: { items: [], nextCursor: null } }));
    await gateway.neighbour('journal.search-entries', ({ limit }) => {
      if (limit === 1) return { ok: [] };
      pages -= 1;
      if (pages < 0) return { error: { code: 'unavailable', errors: [{ msg: 'away' }] } };
      return { bytes: page, meta: { nextCursor: 'more' } };
    });
    await gateway.ready();
  }, 60_000);

  afterAll(() => gateway.stop());

  const ask = () => gateway.get('/api/user/me/export', { 'x-auth-token': gateway.token() });
  const pagesAsked = (): number =>
    gateway.calls.filter(
      ({ method, request }) => method === 'journal.search-entries' && request.limit === PAGE,
    ).length;

  it('breaks the connection when a service fails halfway, so that a partial file is not taken for a complete one', async () => {
    pages = 3;
    const answer = await ask();
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(pagesAsked()).toBe(4);
    // The gateway keeps working.
    expect((await gateway.get('/health/live')).status).toBe(200);
  });

  it('reads only as fast as the client does, and stops when the client has gone', async () => {
    pages = 1_000;
    const before = pagesAsked();
    const leaving = new AbortController();
    const answer = await fetch(`${gateway.url}/api/user/me/export`, {
      headers: { 'x-auth-token': gateway.token() },
      signal: leaving.signal,
    });
    const reader = answer.body!.getReader();
    await reader.read();
    let asked: number;
    do {
      asked = pagesAsked();
      await sleep(500);
    } while (pagesAsked() > asked);
    // The buffers of the sockets on both sides and of the compressor.
    expect(asked - before).toBeLessThan(40);
    leaving.abort();
    await sleep(500);
    expect(pagesAsked() - asked).toBeLessThanOrEqual(1);
  }, 60_000);
});

import { randomBytes } from 'node:crypto';
import { type LoneGateway, startLoneGateway } from '../support/stacks/lone-gateway.js';

/** Entries of a page. */
const PAGE = 100;
const account = { id: 'user-1', name: 'Ada', email: 'ada@example.org', location: 'Porto' };
const entry = {
  _id: 'f'.repeat(24),
  inputMood: 'Happy',
  location: 'Porto',
  tags: [],
  weatherData: 'Sunny',
  weatherStatus: 'ready',
  neverSendToAi: false,
  checkIn: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  day: '2026-11-21',
  updatedAt: '2026-11-21T10:00:00.000Z',
};
/** Random, so that it stays large in a ZIP: a page has about 1.6 MB, compressed 1.1 MB. */
const contents = Array.from({ length: PAGE }, () => randomBytes(11_250).toString('base64'));
const page = JSON.stringify(contents.map((content) => ({ ...entry, content })));

describe('an export from scripted services', () => {
  let gateway: LoneGateway;
  /** The page at which the journal is unavailable. */
  let missingPage: number;

  beforeAll(async () => {
    gateway = await startLoneGateway({ RPC_TIMEOUT_MS: '10000' });
    await gateway.neighbour('auth.list-revoked-sessions', () => ({ ok: [] }));
    await gateway.neighbour('auth.get-export', () => ({
      ok: { account, sessions: [], accessTokens: [], passkeys: [], identities: [] },
    }));
    await gateway.neighbour('reminders.get', () => ({ ok: { on: false, devices: [] } }));
    await gateway.neighbour('journal.list-measures', () => ({ ok: { measures: [] } }));
    await gateway.neighbour('journal.list-moods', () => ({ ok: { moods: [], hidden: [] } }));
    const beginnings = { version: 0, questions: [], templates: [], onlyOwn: false, hidden: [] };
    await gateway.neighbour('journal.get-beginnings', () => ({ ok: beginnings }));
    await gateway.neighbour('insights.list', () => ({ ok: { items: [], nextCursor: null } }));
    await gateway.neighbour('journal.search-entries', ({ cursor = 0 }) => {
      const index = Number(cursor);
      if (index === missingPage) return { error: { code: 'unavailable', errors: [{ msg: 'away' }] } };
      return { bytes: page, meta: { nextCursor: String(index + 1) } };
    });
    await gateway.ready();
  }, 60_000);

  beforeEach(() => {
    gateway.calls.length = 0;
  });

  afterAll(() => gateway.stop());

  const ask = () => gateway.get('/api/user/me/export', { 'x-auth-token': gateway.token() });
  const pagesRead = () =>
    gateway.calls
      .filter(({ method }) => method === 'journal.search-entries')
      .map(({ request }) => Number(request.cursor ?? 0));

  // Which pages are kept for the next file: gateway's own-data.spec.ts.
  it('is refused as a whole when a service is unavailable at its beginning', async () => {
    missingPage = 0;
    expect((await ask()).status).toBe(503);
  });

  it('breaks the connection when a service fails halfway, so that a partial file is not taken for a complete one', async () => {
    missingPage = 3;
    const answer = await ask();
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(pagesRead()).toEqual([0, 1, 2, 3]);
    // The gateway keeps working.
    expect((await gateway.get('/health/live')).status).toBe(200);
  });
});

import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
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
  /** How many pages of entries the journal has. */
  let pages: number;
  /** The page at which the journal is unavailable. */
  let missingPage: number | undefined;

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
      const meta: Record<string, string> = index + 1 < pages ? { nextCursor: String(index + 1) } : {};
      return { bytes: page, meta };
    });
    await gateway.ready();
  }, 60_000);

  beforeEach(() => {
    missingPage = undefined;
    gateway.calls.length = 0;
  });

  afterAll(() => gateway.stop());

  const ask = () => gateway.get('/api/user/me/export', { 'x-auth-token': gateway.token() });
  const callsOf = (wanted: string) => gateway.calls.filter(({ method }) => method === wanted);
  const pagesRead = () => callsOf('journal.search-entries').map(({ request }) => Number(request.cursor ?? 0));
  /** How many entries each file has. All notes count as one file, since a day with long texts has several. */
  const entriesIn = async (answer: Response) => {
    const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const count = (pattern: RegExp, ...texts: Uint8Array[]) =>
      texts.flatMap((text) => Buffer.from(text).toString().match(pattern) ?? []).length;
    const notes = Object.entries(zip).flatMap(([name, text]) => (name.startsWith('markdown/') ? [text] : []));
    return [
      count(/^\{"_id":/gm, zip['inner-weather.json']!),
      count(/^"2026-/gm, zip['entries.csv']!),
      count(/^2026-11-21,/gm, zip['daylio.csv']!),
      count(/^\{"uuid":/gm, unzipSync(zip['day-one.zip']!)['Inner Weather.json']!),
      count(/^## 10:00$/gm, ...notes),
    ];
  };

  it('reads each page once, although it writes several files', async () => {
    pages = 2;
    expect(await entriesIn(await ask())).toEqual(Array(5).fill(2 * PAGE));
    expect(pagesRead()).toEqual([0, 1]);
    expect(callsOf('insights.list')).toHaveLength(1);
  }, 60_000);

  it('keeps 8 MiB of compressed pages at most, and reads the pages beyond them for each file', async () => {
    pages = 8;
    expect(await entriesIn(await ask())).toEqual(Array(5).fill(8 * PAGE));
    expect(pagesRead()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7]);
  }, 60_000);

  it('is refused as a whole when a service is unavailable at its beginning', async () => {
    missingPage = 0;
    expect((await ask()).status).toBe(503);
  });

  it('breaks the connection when a service fails halfway, so that a partial file is not taken for a complete one', async () => {
    pages = 1_000;
    missingPage = 3;
    const answer = await ask();
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(pagesRead()).toEqual([0, 1, 2, 3]);
    // The gateway keeps working.
    expect((await gateway.get('/health/live')).status).toBe(200);
  });
});

import { Api } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { newOwner, type Owner } from '../support/every-route.js';

const api = new Api(readE2eConfig().url);
const encode = (text: string): string => Buffer.from(text).toString('base64url');
const ID = '0'.repeat(24);

/** Cursors that the server never issued. */
const FORGED = [
  '',
  'x',
  '%00',
  '../../etc/passwd',
  encode('{"$gt":""}'),
  encode(`{"createdAt":{"$gt":0},"id":"${ID}"}`),
  encode(`NaN.${ID}`),
  encode(`Infinity.${ID}`),
  encode(`1e400.${ID}`),
  encode(`999999999999999.${ID}`),
  encode(`-999999999999999.${ID}`),
  encode(`0.${ID}`),
  encode(`0.${ID}.${ID}`),
  encode(`0.${'f'.repeat(24)}\n`),
  encode(`0.[object Object]`),
  encode(`9999-99-99.0.${ID}`),
  encode(`2026-03-02.NaN.${ID}`),
  encode(`2026-03-02.0.${ID}.${ID}`),
  encode('.'.repeat(100)),
  'A'.repeat(200),
  'A'.repeat(8_000),
];

describe('forged cursors', () => {
  let owner: Owner;
  let stranger: Owner;

  beforeAll(async () => {
    owner = await newOwner(api);
    stranger = await newOwner(api);
  });

  const pages = async (cursor: string) => [
    await stranger.person.search({ cursor, limit: '1' }),
    await stranger.person.request('GET', `/api/insights?${new URLSearchParams({ cursor, limit: '1' })}`),
  ];

  it.each(FORGED)('are refused, or read as a point in time: %j', async (cursor) => {
    for (const { status, body } of await pages(cursor)) {
      expect([200, 400]).toContain(status);
      const text = JSON.stringify(body);
      for (const own of [owner.mark, owner.person.user.id, owner.entry._id, owner.insight.id]) {
        expect(text).not.toContain(own);
      }
    }
  });

  it("taken from another person's pages show only one's own entries", async () => {
    const [entries, insights] = [
      await stranger.person.search({ cursor: owner.entriesCursor }),
      await stranger.person.request('GET', `/api/insights?cursor=${owner.insightsCursor}`),
    ];
    for (const { status, body } of [entries, insights]) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(owner.mark);
    }
  });
});

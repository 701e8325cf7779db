import { randomUUID } from 'node:crypto';
import { eventually } from '@inner-weather/testing/eventually';
import { type LoneGateway, startLoneGateway } from '../support/stacks/lone-gateway.js';

const HOUR_S = 60 * 60;
const inAnHour = () => Math.floor(Date.now() / 1_000) + HOUR_S;

// ASVS 7.4.1, 7.4.2, 7.4.3
/** First without auth, then with it. How the list is kept: gateway's denylist.spec.ts. */
describe('revoked sessions', () => {
  let gateway: LoneGateway;

  beforeAll(async () => {
    gateway = await startLoneGateway();
  }, 90_000);

  afterAll(() => gateway.stop());

  const statusOf = async (sessionId: string): Promise<number> => {
    const { status } = await gateway.get('/api/user/me', { 'x-auth-token': gateway.token(sessionId) });
    return status;
  };

  it('are let in nowhere while the list is not known: every request with a token gets 503', async () => {
    // Every service answers except auth.
    await gateway.neighbour('insights.list', () => ({ ok: { items: [], nextCursor: null } }));
    await gateway.neighbour('journal.delete-entry', () => ({ ok: null }));
    await gateway.neighbour('insights.get-writer', () => ({ ok: {} }));
    await eventually(async () => expect((await gateway.get('/api/about')).status).toBe(200));
    const headers = { 'x-auth-token': gateway.token() };
    for (const [method, path] of [
      ['GET', '/api/insights'],
      ['DELETE', '/api/journal/delete/none'],
    ] as const) {
      const answer = await fetch(`${gateway.url}${path}`, { method, headers });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    }
    const forged = await gateway.get('/api/user/me', { 'x-auth-token': 'x' });
    expect(forged.status).toBe(401);
    expect((await gateway.get('/api/help-lines')).status).toBe(200);
    expect(new Set(gateway.calls.map(({ method }) => method))).toEqual(new Set(['insights.get-writer']));
  });

  it('that ended while it was away are let in no more once auth has told which', async () => {
    await gateway.neighbour('auth.get-user', () => ({ ok: { id: 'user-1' } }));
    const [ended, open] = [randomUUID(), randomUUID()];
    await gateway.neighbour('auth.list-revoked-sessions', () => ({
      ok: [{ sessionId: ended, until: inAnHour() }],
    }));
    await gateway.ready();
    expect([await statusOf(ended), await statusOf(open)]).toEqual([401, 200]);
  });

  it('are read only from valid events: others change nothing and stop nothing', async () => {
    const session = randomUUID();
    for (const poison of [{}, { sessionId: 5, until: 5 }, { sessionId: session, until: 'later' }]) {
      gateway.publish('auth.session.revoked.v1', poison);
    }
    const ended = randomUUID();
    gateway.publish('auth.session.revoked.v1', { sessionId: ended, until: inAnHour() });
    await eventually(async () => expect(await statusOf(ended)).toBe(401));
    expect(await statusOf(session)).toBe(200);
  });
});

import { ana, tokenOf } from '../../../test/builders';
import { empty, FakeServer, foreignAnswer, json, marked } from '../../../test/fake-server';
import { api, publicApi, readFirst, restoreSession } from './api-client';
import { frontStore } from './front';
import { openSession, sessionStore, signedInId } from './session';

describe('a call to the server', () => {
  it('begins a trace of its own, so that the server can follow it', async () => {
    const server = new FakeServer().on('GET /api/session', () => json(200, { token: 'a' }));
    await publicApi.GET('/api/session');
    await publicApi.GET('/api/session');
    const [first, second] = server
      .requests('GET /api/session')
      .map(({ headers }) => headers.get('traceparent'));
    expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(second).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(second).not.toBe(first);
  });

  it.each([
    ['unauthenticated', 2],
    ['invalid_credentials', 1],
  ])('refused as %s is sent %d time(s)', async (code, times) => {
    const problem = { code, errors: [{ msg: 'No.' }] };
    const server = new FakeServer()
      .on('PATCH /api/user/me', () => json(401, problem))
      .on('GET /api/session', () => json(200, { token: tokenOf() }));
    const { response } = await api.PATCH('/api/user/me', { body: { currentPassword: 'a guess' } });
    expect(response.status).toBe(401);
    expect(server.requests('PATCH /api/user/me')).toHaveLength(times);
  });

  it('that was refused with the token of one user is never repeated with that of another', async () => {
    const bob = { ...ana, id: 'user-2' };
    const server = new FakeServer()
      .on('PATCH /api/user/me', () => json(401, { code: 'unauthenticated', errors: [{ msg: 'No.' }] }))
      .on('GET /api/session', () => json(200, { token: tokenOf(bob) }));
    openSession(tokenOf());
    const { response } = await api.PATCH('/api/user/me', { body: {} });
    expect(response.status).toBe(401);
    expect(server.requests('PATCH /api/user/me')).toHaveLength(1);
  });

  it.each([
    [401, true],
    [204, false],
    [200, false],
  ])('that something else answers with %i neither ends a session nor opens one', async (status, asks) => {
    new FakeServer().on('GET /api/session', () => foreignAnswer(status));
    openSession(tokenOf());
    const before = sessionStore.get();
    await expect(restoreSession('expired')).rejects.toThrow();
    expect(sessionStore.get()).toBe(before);
    expect(frontStore.get()).toBe(asks);
    new FakeServer().on('GET /api/session', () => empty(204));
    await restoreSession('expired');
    expect(signedInId()).toBeUndefined();
    expect(frontStore.get()).toBe(false);
  });

  it('for the session is not sent if it was sent before this code was here', async () => {
    const server = new FakeServer();
    await restoreSession('none', Promise.resolve(marked(json(200, { token: tokenOf() }))));
    expect(signedInId()).toBe(ana.id);
    expect(server.received).toEqual([]);
  });

  it('waits for what the page was opened for, unless it changes something', async () => {
    const server = new FakeServer()
      .on('GET /api/beginnings', () => json(200, {}))
      .on('PATCH /api/user/me', () => json(200, {}));
    openSession(tokenOf());
    let fail: (reason: Error) => void = () => undefined;
    readFirst(new Promise((_resolve, reject) => (fail = reject)));
    const read = api.GET('/api/beginnings');
    await api.PATCH('/api/user/me', { body: {} });
    expect(server.received.map(({ method }) => method)).toEqual(['PATCH']);
    fail(new Error('It failed.'));
    expect((await read).response.status).toBe(200);
  });
});

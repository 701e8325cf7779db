import { jest } from '@jest/globals';
import { ana, tokenOf } from '../../../test/builders';
import { empty, FakeServer, foreignAnswer, held, json } from '../../../test/fake-server';
import { api, publicApi, readFirst, restoreSession } from './api-client';
import { frontStore } from './front';
import { endSession, openSession, sessionStore, signedInId } from './session';

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

  it('of one user is not answered to another, who signed in meanwhile', async () => {
    const late = held();
    new FakeServer().on('GET /api/beginnings', late.handler);
    openSession(tokenOf());
    const isRefused = expect(api.GET('/api/beginnings')).rejects.toMatchObject({ name: 'AbortError' });
    openSession(tokenOf({ ...ana, id: 'user-2' }));
    await late.answer(json(200, {}));
    await isRefused;
  });

  it('that is refused after a logout does not ask for the session', async () => {
    const late = held();
    const server = new FakeServer()
      .on('GET /api/beginnings', late.handler)
      .on('GET /api/session', () => empty(204));
    openSession(tokenOf());
    const answer = api.GET('/api/beginnings');
    endSession('left');
    await late.answer(json(401, { code: 'unauthenticated', errors: [{ msg: 'No.' }] }));
    expect((await answer).response.status).toBe(401);
    expect(server.requests('GET /api/session')).toEqual([]);
    expect(sessionStore.get()).toEqual({ status: 'anonymous', reason: 'left' });
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

  it('for the session that something else answered before is no answer', async () => {
    new FakeServer();
    await expect(restoreSession('none', Promise.resolve(json(200, { token: tokenOf() })))).rejects.toThrow();
    expect(signedInId()).toBeUndefined();
  });

  describe('while a person waits for something else', () => {
    afterEach(() => void jest.useRealTimers());

    let end: (reason?: Error) => void = () => undefined;
    const server = () =>
      new FakeServer()
        .on('GET /api/beginnings', () => json(200, {}))
        .on('PATCH /api/user/me', () => json(200, {}));
    const wait = () => readFirst(new Promise((_resolve, reject) => (end = reject)));
    const read = () => api.GET('/api/beginnings');

    it('waits for it, unless it changes something', async () => {
      const { received } = server();
      openSession(tokenOf());
      wait();
      const answer = read();
      await api.PATCH('/api/user/me', { body: {} });
      expect(received.map(({ method }) => method)).toEqual(['PATCH']);
      end(new Error('It failed.'));
      expect((await answer).response.status).toBe(200);
    });

    it('waits no longer than a second, and not for what came before', async () => {
      jest.useFakeTimers();
      const { received } = server();
      openSession(tokenOf());
      wait();
      const endOfOther = end;
      wait();
      endOfOther(new Error('It was given up.'));
      await jest.advanceTimersByTimeAsync(100);
      const answer = read();
      await jest.advanceTimersByTimeAsync(800);
      expect(received).toEqual([]);
      await jest.advanceTimersByTimeAsync(200);
      expect((await answer).response.status).toBe(200);
    });

    it('is not sent as another user', async () => {
      const { received } = server();
      openSession(tokenOf());
      wait();
      const answer = read();
      openSession(tokenOf({ ...ana, id: 'user-2' }));
      end();
      await expect(answer).rejects.toThrow();
      expect(received).toEqual([]);
    });

    it('does not wait if the page has opened from the device', async () => {
      server();
      sessionStore.set({ status: 'authenticated', token: '', user: ana });
      wait();
      expect((await read()).response.status).toBe(200);
      end();
    });
  });
});

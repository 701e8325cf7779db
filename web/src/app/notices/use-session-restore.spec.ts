import { jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { createElement } from 'react';
import { ana, tokenOf } from '../../../test/builders';
import { empty, FakeServer, json, marked } from '../../../test/fake-server';
import { createQueryClient } from '../../lib/api/query-client';
import { openSession, resetSession, sessionStore, signedInId } from '../../lib/api/session';
import { markGivenUp, markLeaving } from '../../lib/vault/marks';
import { startRestore, useSessionRestore } from './use-session-restore';

describe('when another tab', () => {
  it.each<[string, () => void, string]>([
    ['logs out, it ends here too', markLeaving, 'none'],
    ['gives the lock up, it waits for its user here', markGivenUp, 'expired'],
  ])('%s', (_what, mark, reason) => {
    openSession(tokenOf());
    render(createElement(QueryClientProvider, { client: createQueryClient() }, createElement(Restoring)));
    mark();
    const newValue = localStorage.getItem('inner-weather.leaving');
    act(
      () =>
        void window.dispatchEvent(new StorageEvent('storage', { key: 'inner-weather.leaving', newValue })),
    );
    expect(sessionStore.get()).toEqual({ status: 'anonymous', reason });
  });
});

function Restoring() {
  useSessionRestore();
  return null;
}

describe('the session that /look.js has asked for', () => {
  it('is not asked for again', async () => {
    const server = new FakeServer().on('GET /api/session', () => json(200, { token: tokenOf() }));
    window.earlySession = Promise.resolve(marked(json(200, { token: tokenOf() })));
    await startRestore();
    expect(signedInId()).toBe(ana.id);
    expect(server.received).toEqual([]);
    resetSession();
    await startRestore();
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, () => Promise<Response>]>([
    ['failed', () => Promise.reject(new TypeError('no network'))],
    ['is old', () => Promise.resolve(marked(empty(204)))],
  ])('is asked for again if it %s', async (what, early) => {
    const server = new FakeServer().on('GET /api/session', () => json(200, { token: tokenOf() }));
    if (what === 'is old') jest.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + 60_000);
    window.earlySession = early();
    window.earlySession.catch(() => undefined);
    await startRestore();
    jest.restoreAllMocks();
    expect(signedInId()).toBe(ana.id);
    expect(server.received).toHaveLength(1);
  });
});

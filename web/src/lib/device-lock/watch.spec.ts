import { waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { ana } from '../../../test/builders';
import type { LockFacts } from '../vault/lock';

const lock: LockFacts = { hasPin: true, awayMs: 300_000, failures: 0, waitUntil: 0 };

jest.unstable_mockModule('../vault/lock', () => ({ readLock: async () => ({ ...lock }) }));
const { page } = await import('../language/language');
const { LOCK } = await import('../vault/lock-mark');
const { lockStore, watchLock } = await import('./watch');

it('locks a hidden page as soon as another tab has set, without being loaded again', async () => {
  const locks = { request: async () => undefined, query: async () => ({ held: [] }) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  localStorage.setItem(LOCK, ana.id);
  const reload = jest.spyOn(page, 'reload').mockImplementation(() => undefined);
  const stop = watchLock(ana.id);
  await waitFor(() => expect(lockStore.get()?.awayMs).toBe(300_000));
  lock.awayMs = 0;
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(reload).toHaveBeenCalled());
  stop();
  Reflect.deleteProperty(navigator, 'locks');
});

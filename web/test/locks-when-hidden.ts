import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { lockStore } from '../src/lib/device-lock/watch';
import { page } from '../src/lib/language/language';
import { LOCK } from '../src/lib/vault/lock-mark';
import { ana } from './builders';

/** Whether the open page of Ana, with a lock that locks at once, does so when another app hides it. */
export async function locksWhenHidden(): Promise<boolean> {
  const reload = jest.spyOn(page, 'reload').mockImplementation(() => undefined);
  const state = jest.spyOn(document, 'visibilityState', 'get');
  const locks = { request: async () => undefined, query: async () => ({ held: [] }) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  localStorage.setItem(LOCK, ana.id);
  act(() => lockStore.set({ hasPin: true, awayMs: 0, failures: 0, waitUntil: 0 }));
  for (const next of ['hidden', 'visible'] as const) {
    state.mockReturnValue(next);
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
  }
  const isLocked = reload.mock.calls.length > 0;
  document.documentElement.hidden = false;
  act(() => lockStore.set(undefined));
  localStorage.removeItem(LOCK);
  Reflect.deleteProperty(navigator, 'locks');
  state.mockRestore();
  reload.mockRestore();
  return isLocked;
}

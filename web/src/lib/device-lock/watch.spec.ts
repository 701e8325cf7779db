import { waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { ana } from '../../../test/builders';
import type { LockFacts } from '../vault/lock';

const lock: LockFacts = { hasPin: true, awayMs: 300_000, failures: 0, waitUntil: 0 };

jest.unstable_mockModule('../vault/lock', () => ({ readLock: async () => ({ ...lock }) }));
const { page } = await import('../language/language');
const { LOCK } = await import('../vault/lock-mark');
const { holdLock, lockStore, watchLock } = await import('./watch');

const reload = jest.spyOn(page, 'reload').mockImplementation(() => undefined);
/** The locks of this tab: it is in sight while it has one. */
const held = new Set<string>();
const locks = {
  request: async (name: string, _options: object, run: () => Promise<void>) => {
    held.add(name);
    await run();
    held.delete(name);
  },
  query: async () => ({ held: [...held].map((name) => ({ name })) }),
};
let stop = () => undefined as void;

async function watch(awayMs: number) {
  Object.assign(lock, { awayMs });
  stop = watchLock(ana.id);
  await waitFor(() => expect(lockStore.get()?.awayMs).toBe(awayMs));
}

function see(state: DocumentVisibilityState) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  localStorage.setItem(LOCK, ana.id);
  reload.mockClear();
});
afterEach(() => {
  stop();
  see('visible');
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

it('locks a hidden page as soon as another tab has set, without being loaded again', async () => {
  await watch(300_000);
  lock.awayMs = 0;
  see('hidden');
  await waitFor(() => expect(reload).toHaveBeenCalled());
});

it('waits five minutes while the lock is held, during which another tab does not lock this one either', async () => {
  await watch(0);
  jest.useFakeTimers();
  const release = holdLock();
  see('hidden');
  await pass(299_000);
  expect(held.size).toBe(1);
  see('visible');
  see('hidden');
  await pass(299_000);
  expect(reload).not.toHaveBeenCalled();
  await pass(1_000);
  expect(held.size).toBe(0);
  expect(reload).toHaveBeenCalledTimes(1);
  release();
});

it.each<[string, (input: HTMLInputElement) => void]>([
  ['before the page is in sight', (input) => input.dispatchEvent(new Event('change'))],
  ['after it', () => undefined],
])('is held while a file is chosen, which comes %s', async (_when, come) => {
  await watch(0);
  jest.useFakeTimers();
  const input = document.body.appendChild(document.createElement('input'));
  input.type = 'file';
  input.click();
  see('hidden');
  await pass(60_000);
  come(input);
  see('visible');
  await pass(1_000);
  expect(reload).not.toHaveBeenCalled();
  see('hidden');
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
  input.remove();
});

it('is held no longer once nothing was chosen in a window above the page', async () => {
  await watch(0);
  const input = document.body.appendChild(document.createElement('input'));
  input.type = 'file';
  input.click();
  input.dispatchEvent(new Event('cancel'));
  see('hidden');
  await waitFor(() => expect(reload).toHaveBeenCalled());
  input.remove();
});

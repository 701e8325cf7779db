import { jest } from '@jest/globals';
import { lost } from '../../../test/fake-server';
import { records, vault, withoutLock } from '../../../test/fake-vault';
import type { LockFacts } from '../vault/lock';

const lock: LockFacts = { hasPin: true, awayMs: 0, failures: 0, waitUntil: 0 };

jest.unstable_mockModule('../vault/vault', () => ({
  ...withoutLock,
  openVault: async () => {
    throw new Error('closed');
  },
  openMemory: () => vault,
  usersHere: async () => ['user-1'],
  lockState: async () => 'closed',
  markLock: (userId: string) => localStorage.setItem(LOCK, userId),
}));
jest.unstable_mockModule('../vault/lock', () => ({ readLock: async () => lock }));
const { LOCK } = await import('../vault/lock-mark');
const { page } = await import('../language/language');
const { orOpenAsKept } = await import('./opening');

const reload = jest.spyOn(page, 'reload').mockReturnValue();
const open = () => orOpenAsKept(Promise.resolve().then(lost));

beforeEach(() => {
  records.clear();
  reload.mockClear();
});

it('begins with the lock whose mark a killed browser has lost, if the server cannot be reached', async () => {
  await expect(open()).rejects.toThrow();
  expect(localStorage.getItem(LOCK)).toBe('user-1');
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not begin again and again where no mark is stored, or only a login opens the lock', async () => {
  const store = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => undefined);
  localStorage.removeItem(LOCK);
  await expect(open()).rejects.toThrow();
  store.mockRestore();
  lock.hasPin = false;
  await expect(open()).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
});

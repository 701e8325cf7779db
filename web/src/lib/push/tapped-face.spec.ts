import { jest } from '@jest/globals';
import { fakeCaches, fakeLocks } from '../../../test/fake-caches';
import { records, vault, withoutLock } from '../../../test/fake-vault';
import { keepReminded } from './reminded';

let usersHere = ['ana'];
jest.unstable_mockModule('../vault/vault', () => ({
  ...withoutLock,
  openVault: async () => vault,
  usersHere: async () => usersHere,
}));
const { keepTappedFace, takeTappedFace } = await import('./tapped-face');

beforeEach(async () => {
  records.clear();
  usersHere = ['ana'];
  fakeCaches();
  fakeLocks();
  await keepReminded({ userId: 'ana', deviceId: 'device' });
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(globalThis, 'caches');
});

describe('a face that was tapped in a reminder', () => {
  it('is for one page', async () => {
    await keepTappedFace('Very Happy');
    expect(await takeTappedFace(vault)).toBe('Very Happy');
    expect(await takeTappedFace(vault)).toBeUndefined();
  });

  it('is one of the six, whatever the worker was told', async () => {
    await keepTappedFace('<b>');
    expect(await takeTappedFace(vault)).toBeUndefined();
    expect(records.size).toBe(0);
  });

  it('is forgotten when no page takes it within minutes', async () => {
    await keepTappedFace('Sad');
    jest.useFakeTimers({ now: Date.now() + 11 * 60_000, doNotFake: ['queueMicrotask'] });
    expect(await takeTappedFace(vault)).toBeUndefined();
    expect(records.size).toBe(0);
  });

  it('is not kept where nothing of the reminded user is kept', async () => {
    usersHere = ['ben'];
    await keepTappedFace('Sad');
    expect(records.size).toBe(0);
  });
});

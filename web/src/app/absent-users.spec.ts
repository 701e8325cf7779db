import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { ana, tokenOf } from '../../test/builders';
import { endSession, openSession, sessionStore } from '../lib/api/session';
import { keepUnsaved, listUnsaved } from '../lib/drafts/unsaved';
import { isSharedDevice, setSharedDevice } from '../lib/vault/shared-device';

const forgotten: [userId: string, how: object][] = [];

jest.unstable_mockModule('../lib/vault/vault', () => ({
  usersHere: async () => ['bea', ana.id, 'carl'],
  forgetUser: async (...of: (typeof forgotten)[0]) => void forgotten.push(of),
}));
// This tab is older than the version that the server has now.
jest.unstable_mockModule('../lib/outbox/restored', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
const { forgetAbsentUsers } = await import('./absent-users');

beforeAll(forgetAbsentUsers);

describe('a device', () => {
  beforeEach(() => {
    // jsdom has none.
    window.indexedDB = { databases: async () => [{ name: 'inner-weather' }] } as unknown as IDBFactory;
    forgotten.length = 0;
  });

  afterEach(() => {
    Reflect.deleteProperty(window, 'indexedDB');
  });

  it('forgets first who has just logged out, and all others who are absent, also in an older tab', async () => {
    const partly = { everything: false, except: ['sent.', 'generation'] };
    const others = ['bea', 'carl'].map((id) => [id, partly]);
    openSession(tokenOf());
    await waitFor(() => expect(forgotten).toEqual(others));
    forgotten.length = 0;
    endSession('left');
    await waitFor(() => expect(forgotten).toEqual([[ana.id, { everything: true, except: [] }], ...others]));
  });
});

describe('a shared device', () => {
  const logIn = (isShared: boolean) => {
    setSharedDevice(isShared);
    openSession(tokenOf());
    keepUnsaved(ana.id, 'new.tab', 'Words');
  };

  it('keeps no words when the session expires, and is not shared for the next person', () => {
    logIn(true);
    expect(isSharedDevice()).toBe(true);
    endSession('expired');
    expect(sessionStore.get()).toEqual({ status: 'anonymous', reason: 'none' });
    expect(listUnsaved(ana.id)).toEqual([]);
    expect(isSharedDevice()).toBe(false);
    expect(localStorage).toHaveLength(0);
  });

  it('is shared in each of its tabs until the session ends there, whichever ends first', () => {
    localStorage.setItem('inner-weather.shared', 'yes');
    openSession(tokenOf());
    expect(isSharedDevice()).toBe(true);
    localStorage.removeItem('inner-weather.shared');
    keepUnsaved(ana.id, 'new.tab', 'Words');
    expect(localStorage).toHaveLength(0);
    endSession('expired');
    expect(sessionStore.get()).toEqual({ status: 'anonymous', reason: 'none' });
    expect(listUnsaved(ana.id)).toEqual([]);
    expect(isSharedDevice()).toBe(false);
  });

  it('is what its user says: otherwise an expired session leaves words for their writer', () => {
    logIn(false);
    endSession('expired');
    expect(sessionStore.get()).toEqual({ status: 'anonymous', reason: 'expired' });
    expect(listUnsaved(ana.id)).toEqual(['new.tab']);
  });
});

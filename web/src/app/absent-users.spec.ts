import { ana, tokenOf } from '../../test/builders';
import { endSession, openSession, sessionStore } from '../lib/api/session';
import { keepUnsaved, listUnsaved } from '../lib/drafts/unsaved';
import { forgetAbsentUsers } from './absent-users';
import { isSharedDevice, setSharedDevice } from '../lib/vault/shared-device';

describe('a shared device', () => {
  beforeAll(forgetAbsentUsers);

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

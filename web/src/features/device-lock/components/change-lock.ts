import { fetchSecret } from '../../../lib/device-lock/after-login';
import { registerDevice } from '../../../lib/device-lock/authenticator';
import { tellOtherTabs } from '../../../lib/device-lock/other-tabs';
import { readLockOf } from '../../../lib/device-lock/watch';
import { changePin, removeLock, setDevice, setLock } from '../../../lib/vault/lock';
import type { RawKey } from '../../../lib/vault/lock-keys';
import { markLock } from '../../../lib/vault/vault';

/** What a PIN is asked for in the settings. */
export type Purpose = 'set' | 'remove' | 'change' | 'addDevice' | 'removeDevice';

/** The device has no check that gives a secret, or its owner declined. */
export class DeviceRefused extends Error {}

/** Milliseconds out of sight after which a new lock closes. */
export const AWAY_MS = 5 * 60_000;

/**
 * Changes the lock of this device.
 * @param change what the purpose takes: the key as the PIN has opened it, and a new PIN
 * @throws if the server does not answer to one that is set, DeviceRefused
 */
export async function changeLockOf(
  userId: string,
  purpose: Purpose,
  { raw, pin = '' }: { raw?: RawKey | undefined; pin?: string },
): Promise<void> {
  if (purpose === 'set') {
    await setLock(userId, { pin, secret: await fetchSecret(), awayMs: AWAY_MS });
    markLock(userId);
  } else if (purpose === 'remove') {
    await removeLock(userId);
    markLock(null);
  } else if (raw) await changeOpened(userId, purpose, raw, pin);
  // The keys of the other tabs are old.
  if (purpose === 'set' || purpose === 'remove') tellOtherTabs();
  await readLockOf(userId);
}

async function changeOpened(
  userId: string,
  purpose: 'change' | 'addDevice' | 'removeDevice',
  raw: RawKey,
  pin: string,
): Promise<void> {
  if (purpose === 'change') return changePin(userId, raw, pin);
  if (purpose === 'removeDevice') return setDevice(userId, raw, undefined);
  const device = await registerDevice().catch(() => undefined);
  if (!device) throw new DeviceRefused();
  await setDevice(userId, raw, device);
}

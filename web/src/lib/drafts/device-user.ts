/**
 * The id of the user whom this device keeps, in storage that is read at once. What is kept of them is in lib/device, which
 * is loaded later.
 */
const KEY = 'inner-weather.device-user';

/** Undefined if this device keeps nothing. */
export function deviceUser(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export function setDeviceUser(userId: string): void {
  try {
    localStorage.setItem(KEY, userId);
  } catch {
    // Without storage, the page opens only with a connection.
  }
}

export function clearDeviceUser(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

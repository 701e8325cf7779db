/** Remembers, per browser, that an administrator has seen the page for them. It names no user. */
const KEY = 'inner-weather.administers';

export function wasAdminPageSeen(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function noteAdminPageSeen(): void {
  try {
    localStorage.setItem(KEY, 'seen');
  } catch {
    // Without storage the notice comes back when the page is opened again.
  }
}

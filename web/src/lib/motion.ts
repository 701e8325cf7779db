import { createStore, useStore } from './store';

/** Remembers per browser, not per account, that motion is off: a phone in bed and a desktop can differ. */
const KEY = 'inner-weather.still';

const still = createStore(read());
apply(still.get());

/** Whether the user has stopped the sky and all other motion. */
export function useStill(): boolean {
  return useStore(still);
}

export function setStill(value: boolean): void {
  still.set(value);
  apply(value);
  try {
    if (value) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

/** Sets the attribute that makes global.css stop all motion. */
function apply(value: boolean): void {
  document.documentElement.toggleAttribute('data-still', value);
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

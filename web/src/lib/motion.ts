import { createStore, useStore } from './store';

/** Remembers, per browser, that nothing moves: a phone in bed and a desk by day are different. */
const KEY = 'inner-weather.still';

const still = createStore(read());
apply(still.get());

/** Whether somebody has stopped the sky and everything else that moves. */
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

/** Sets the attribute by which global.css stops all motion. */
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

import { createStore, type Store } from './store';

/*
 * Small values that a browser remembers, per browser and not per account, since screens and habits of a phone and a desktop
 * differ. Where storage is forbidden or full they last as long as the page.
 */

/** Storage that ends with the tab, for `readStorage` and `writeStorage`. */
export const ofTab = (): Storage => sessionStorage;

/** The stored text; null if there is none, or if storage is forbidden. */
export function readStorage(key: string, storage = () => localStorage): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/**
 * Returns false if storage is forbidden or full.
 * @param text null removes the item
 */
export function writeStorage(key: string, text: string | null, storage = () => localStorage): boolean {
  try {
    if (text === null) storage().removeItem(key);
    else storage().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A store that begins with what this browser remembers under `key`, remembers what it is set to, and follows other tabs.
 * @param parse the value of a stored text; of null if nothing is stored
 * @param format the text to store; null to store nothing
 */
export function createRemembered<T>(
  key: string,
  parse: (text: string | null) => T,
  format: (value: T) => string | null,
): Store<T> {
  const store = createStore(parse(readStorage(key)));
  window.addEventListener('storage', (event) => {
    // A null key: all was cleared.
    if (event.key === key || event.key === null) store.set(parse(event.newValue));
  });
  return {
    ...store,
    set(value) {
      store.set(value);
      writeStorage(key, format(value));
    },
  };
}

/** A store of whether something happened in this browser once. */
export const createRememberedMark = (key: string): Store<boolean> =>
  createRemembered(
    key,
    (text) => text !== null,
    (isSet) => (isSet ? 'yes' : null),
  );

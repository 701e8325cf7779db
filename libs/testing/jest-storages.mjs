import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * Every test file creates storages, in Jest and in libs/platform, and never disables them. Node 20 goes through all of them
 * for each new promise, so a worker gets slower with every file.
 */

/** @type {Set<AsyncLocalStorage<unknown>>} */
const usedStorages = new Set();
const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function (/** @type {unknown[]} */ ...args) {
  usedStorages.add(this);
  return Reflect.apply(run, this, args);
};

/** Disables the storages of a test file that has ended. */
export function disableStorages() {
  for (const storage of usedStorages) storage.disable();
  usedStorages.clear();
}

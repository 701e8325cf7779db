import { existsSync, readFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Loaded into media before its own code (node --import): the disk of its photos fails as the file that DISK_FAULT names
 * says, with a code of the system (ENOSPC only where something is written), or it is slow. Without the file, it works.
 */

const { DISK_FAULT = '' } = process.env;
const SLOW_MS = 1_000;
const PHOTO = /-(?:large|small)(?:\.part)?$/;

/** @param {unknown} path @param {boolean} writes */
async function pass(path, writes) {
  if (!PHOTO.test(String(path)) || !existsSync(DISK_FAULT)) return;
  const code = readFileSync(DISK_FAULT, 'utf8');
  if (code === 'slow') await sleep(SLOW_MS);
  else if (code !== 'ENOSPC' || writes) throw Object.assign(new Error(`${code}: the disk fails`), { code });
}

const { open, rm } = promises;

promises.open = async (path, flags, mode) => {
  await pass(path, flags === 'w');
  return open(path, flags, mode);
};

promises.rm = async (path, options) => {
  await pass(path, false);
  return rm(path, options);
};

syncBuiltinESMExports();

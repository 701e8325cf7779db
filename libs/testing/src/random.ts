import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a generator of integers from 0 to `below` - 1. The same seed gives the same numbers in every run. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Returns a line for a file of master keys. */
export const masterKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}\n`;

/** Writes a file of master keys for one suite and returns its path. */
export function testMasterKeys(text = masterKey('test')): string {
  const file = join(mkdtempSync(join(tmpdir(), 'inner-weather-keys-')), 'master.keys');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a line for a file of master keys. */
export const masterKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}\n`;

/** Writes a file of master keys for one suite and returns its path. */
export function testMasterKeys(text = masterKey('test')): string {
  const file = join(mkdtempSync(join(tmpdir(), 'inner-weather-keys-')), 'master.keys');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

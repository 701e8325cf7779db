import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * TRUSTED_AUTHORITIES as Node.js wants it. It only warns of a file that it cannot read, and then trusts no one.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function trustedAuthorities({ TRUSTED_AUTHORITIES }) {
  if (!TRUSTED_AUTHORITIES) return {};
  const file = resolve(ROOT, TRUSTED_AUTHORITIES);
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error('TRUSTED_AUTHORITIES names a file that cannot be read');
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Error('TRUSTED_AUTHORITIES must name a file with certificates in PEM');
  }
  return { NODE_EXTRA_CA_CERTS: file };
}

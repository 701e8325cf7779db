import { createHash, createHmac, type KeyObject } from 'node:crypto';

/**
 * SHA-256, in hex, of the canonical form of a JSON value. The order of fields and undefined fields make no difference.
 * With a key the hash is an HMAC, so that the value cannot be guessed without the key.
 */
export function canonicalHash(value: unknown, key?: KeyObject): string {
  const hash = key ? createHmac('sha256', key) : createHash('sha256');
  return hash.update(JSON.stringify(value, sortFields)).digest('hex');
}

function sortFields(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

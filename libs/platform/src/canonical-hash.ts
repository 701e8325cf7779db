import { createHash, createHmac, type KeyObject } from 'node:crypto';

/**
 * SHA-256, in hex, of the canonical form of a JSON value: the order of fields does not count, nor do undefined fields.
 * With a key it is an HMAC, so that nobody without the key can guess the value.
 */
export function canonicalHash(value: unknown, key?: KeyObject): string {
  const hash = key ? createHmac('sha256', key) : createHash('sha256');
  return hash.update(JSON.stringify(value, sortedFields)).digest('hex');
}

function sortedFields(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

import { createHash } from 'node:crypto';

/** SHA-256, in hex, of a JSON value's meaning: the order of fields and fields without a value do not count. */
export function canonicalHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sortedFields)).digest('hex');
}

function sortedFields(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

import { documentedPlaces } from './documented-routes.js';
import type { RouteRequest } from './route-owner.js';

/** Bytes of a body that fits a route where text is written, and of one that fits every other. */
export const LARGE_BYTES = 255_000;
export const SMALL_BYTES = 4_000;
/** Bytes that are left to the other fields of a body. */
const REST_BYTES = 700;

/** The longest address or header, in bytes, that Node still reads. */
const HEAD_BYTES = 15_000;

/** Repeats `piece` with a running number, joined by commas, as often as it fits. */
function filled(bytes: number, piece: (n: number) => string): string {
  const pieces: string[] = [];
  for (let used = 0, n = 0; ; n++) {
    const next = piece(n);
    used += next.length + 1;
    if (used > bytes) return pieces.join(',');
    pieces.push(next);
  }
}

/** JSON that costs the most to check: it is compared pair by pair, walked, matched or trimmed. */
const WORST: Record<string, (bytes: number) => string> = {
  'a list of objects': (bytes) => `[${filled(bytes, () => '{}')}]`,
  'a list of different words': (bytes) => `[${filled(bytes, (n) => `"${n.toString(36)}"`)}]`,
  'a list of lists': (bytes) => `[${filled(bytes, () => '[[]]')}]`,
  'a list of objects of many keys': (bytes) =>
    `[${filled(bytes, () => `{${filled(1_000, (n) => `"${n.toString(36)}":0`)}}`)}]`,
  'an object of many keys': (bytes) => `{${filled(bytes, (n) => `"${n.toString(36)}":0`)}}`,
  'lists within lists': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'an address of many signs': (bytes) => `"${'a@.'.repeat(bytes / 3)}"`,
  blanks: (bytes) => `"${' '.repeat(bytes - 3)}x "`,
  'signs of two halves': (bytes) => `"${'😀'.repeat(bytes / 4)}"`,
};

/** A body that is sent unchanged, and its description. */
export interface WorstBody {
  name: string;
  text: string;
}

/** The values of each size, which take some time to write. */
const values = new Map<number, [string, string][]>();

function worstOf(bytes: number): [string, string][] {
  const known = values.get(bytes);
  if (known) return known;
  const all = Object.entries(WORST).map(([what, make]): [string, string] => [what, make(bytes)]);
  values.set(bytes, all);
  return all;
}

/** Its items are judged one by one. Anywhere else, structures are refused before anybody looks at the names of fields. */
const WITH_JUDGED_LIST = ['POST /api/journal/import', 'POST /api/journal/import/check'];

/**
 * Bodies of this many bytes at most, with the worst texts in every documented field of a route, and in an unknown field;
 * and with the worst structures in each field that may matter.
 */
export function worstBodies(route: string, { body }: RouteRequest, size: number): WorstBody[] {
  const fields = documentedPlaces(route)
    .filter((place) => place.startsWith('body.'))
    .map((place) => place.slice('body.'.length));
  return [...fields, 'whatever'].flatMap((field, n) => {
    const others = Object.entries(body ?? {}).filter(([name]) => name !== field);
    const rest = JSON.stringify(Object.fromEntries(others)).slice(1);
    const all = worstOf(size - REST_BYTES);
    const some = all.filter(
      ([, value]) => n === 0 || WITH_JUDGED_LIST.includes(route) || value.startsWith('"'),
    );
    return some.map(([what, value]) => {
      const text = `{"${field}":${value}${rest === '}' ? '' : ','}${rest}`;
      return { name: `${what} of ${size} bytes as ${field}`, text };
    });
  });
}

/** The worst query strings: parameters of many names, and one name many times. */
export function worstQueries(route: string): string[] {
  const names = documentedPlaces(route)
    .filter((place) => place.startsWith('query.'))
    .map((place) => place.slice('query.'.length));
  const many = filled(HEAD_BYTES, (n) => n.toString(36)).replaceAll(',', '&');
  return [many, ...[...names, 'a'].map((name) => filled(HEAD_BYTES, () => `${name}=1`).replaceAll(',', '&'))];
}

/** Cookies of many names, as many as a header holds. */
export const WORST_COOKIE = filled(HEAD_BYTES, (n) => `${n.toString(36)}=`).replaceAll(',', ';');

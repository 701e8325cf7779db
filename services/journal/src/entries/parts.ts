import { setImmediate } from 'node:timers/promises';

/** Entries that the database sends at a time, and that are read before other requests get a turn: a few milliseconds. */
export const PART = 1_000;

/** Documents in parts, with a pause after each: however many there are, one part is in memory. */
export async function* partsOf<Stored, Row>(
  stored: AsyncIterable<Stored>,
  rowOf: (document: Stored) => Row,
): AsyncIterable<Row[]> {
  let part: Row[] = [];
  for await (const document of stored) {
    part.push(rowOf(document));
    if (part.length < PART) continue;
    yield part;
    part = [];
    await setImmediate();
  }
  if (part.length > 0) yield part;
}

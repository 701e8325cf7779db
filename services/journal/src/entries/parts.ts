import { setImmediate } from 'node:timers/promises';

/** Entries per batch. Reading a batch blocks other requests for a few milliseconds. */
export const PART = 1_000;

/** Reads documents in batches and lets other requests run after each. Only one batch is in memory at a time. */
export async function* partsOf<Stored, Row>(
  cursor: AsyncIterable<Stored>,
  rowOf: (document: Stored) => Row,
): AsyncIterable<Row[]> {
  let part: Row[] = [];
  for await (const document of cursor) {
    part.push(rowOf(document));
    if (part.length < PART) continue;
    yield part;
    part = [];
    await setImmediate();
  }
  if (part.length > 0) yield part;
}

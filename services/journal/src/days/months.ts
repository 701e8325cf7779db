import { setImmediate } from 'node:timers/promises';

/** Entries that are read before anybody else gets a turn: a few milliseconds. */
const TURN = 1_000;

/** The expression of each field but `day`. Each has a value in every entry: without it a list is too short. */
type Fields<Row> = Record<Exclude<keyof Row, 'day'>, string | object>;

/** One month of entries: a list for each field. */
export type Month<Row> = { [Name in keyof Row]: Row[Name][] };

/** A text of an entry; '' where it has none. */
export const textOf = (field: string) => ({ $ifNull: [`$${field}`, ''] });

/**
 * Stages that put the entries of each month into one document, with a list for each field. The driver reads a list in a
 * tenth of the time that it takes for a document of each entry. A month has to fit into the 16 MiB of a document: that is
 * more than a hundred thousand entries.
 */
export function byMonth<Row extends { day: string }>(fields: Fields<Row>): Record<string, object>[] {
  const lists = Object.entries<string | object>({ day: '$day', ...fields }).map(
    ([name, value]) => [name, { $push: value }] as const,
  );
  const month = { $substrBytes: ['$day', 0, 7] };
  return [{ $group: { _id: month, ...Object.fromEntries(lists) } }, { $sort: { _id: 1 } }];
}

/** The entries of `byMonth`, in parts. */
export async function* rowsOf<Row extends { day: string }>(
  months: AsyncIterable<Month<Row>>,
  fields: Fields<Row>,
): AsyncIterable<Row[]> {
  const names = ['day', ...Object.keys(fields)] as (keyof Row)[];
  let inTurn = 0;
  for await (const month of months) {
    if (inTurn >= TURN) {
      await setImmediate();
      inTurn = 0;
    }
    inTurn += month.day.length;
    yield month.day.map((_, at) => {
      const row: Partial<Row> = {};
      for (const name of names) row[name] = month[name][at];
      return row as Row;
    });
  }
}

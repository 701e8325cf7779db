/*
 * How far a file is read. It is read in a worker of its own, so there is one of it. A step that takes long names its share
 * of the whole by `share`, and its items by `tracked`.
 */

/** Milliseconds between two reports. */
const PAUSE_MS = 100;

let report: (done: number) => void = () => undefined;
let reported = { at: 0, done: 0 };
let range: [from: number, to: number] = [0, 1];

/** The rows of a table are half of the reading; what they mean is the other half. */
export const ROWS_SHARE = 0.5;

/** Calls `listener` with the share that is done, from 0 to 1. */
export function onProgress(listener: (done: number) => void): void {
  report = listener;
  reported = { at: 0, done: 0 };
}

/** What is tracked from now on is this part of the whole. */
export function share(from: number, to: number): void {
  range = [from, to];
}

/** @param part of the current share, from 0 to 1. A step back, such as at a second table, is not told. */
export function progressed(part: number): void {
  const at = Date.now();
  if (at - reported.at < PAUSE_MS) return;
  const done = range[0] + part * (range[1] - range[0]);
  if (done < reported.done) return;
  reported = { at, done };
  report(done);
}

/** The items, while it is told how many of them are done. @param from what of the current share came before them */
export function* tracked<T>(items: readonly T[], from = 0): Generator<T> {
  for (const [index, item] of items.entries()) {
    progressed(from + (1 - from) * (index / items.length));
    yield item;
  }
}

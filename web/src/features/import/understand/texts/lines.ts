import { ImportFailure } from '../understood';

/** More lines take more memory than the words in them. */
const LINES_MAX = 3_000_000;

/** Lines that end as on any system. @throws ImportFailure */
export function linesOf(text: string): string[] {
  let count = 0;
  for (const mark of ['\n', '\r']) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      count += 1;
      if (count > 2 * LINES_MAX) throw new ImportFailure('too-large');
    }
  }
  return text.split(/\r\n|\n|\r/);
}

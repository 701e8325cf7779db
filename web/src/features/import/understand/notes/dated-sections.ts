import { fencesIn } from '../texts/kept-markdown';
import { dayAtStart, type DayInText, timeAtStart } from '../dates/day-in-text';

/** Lines of a text, and the number of the first one in its file. */
export interface Lines {
  lines: readonly string[];
  firstLine: number;
}

export interface DaySection extends Lines {
  day: DayInText['day'];
  /** The heading behind its day. */
  rest: string;
  headingLine: number;
}

export interface TimeSection extends Lines {
  time?: string;
  /** The heading behind its time. */
  rest: string;
}

/** Longer lines are no headings. */
const HEADING = 300;

/** The text of a heading: `## 2024-03-30`. */
const headingOf = (line: string): string | undefined =>
  line.length > HEADING
    ? undefined
    : /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line)?.[1]?.replace(/[ \t]+#*[ \t]*$/, '');

function dayOfHeading(line: string): DayInText | undefined {
  const heading = headingOf(line);
  return heading === undefined ? undefined : dayAtStart(heading);
}

export const hasDatedHeading = (lines: readonly string[]): boolean =>
  lines.some((line) => dayOfHeading(line) !== undefined);

/** A line that is a day and nothing else, of a diary without headings. */
function loneDayOf(line: string): DayInText | undefined {
  if (line.length > 60 || !/\p{Nd}/u.test(line)) return undefined;
  const found = dayAtStart(line);
  return found && (found.rest === '' || timeAtStart(found.rest)?.rest === '') ? found : undefined;
}

/** Splits a diary at its headings that are days, or else at lines that are days. What stands above them is `before`. */
export function daySections({ lines, firstLine }: Lines): { before: Lines; days: DaySection[] } {
  const isCode = codeLines(lines);
  const split = (dayOf: (line: string) => DayInText | undefined) => {
    const starts = lines.flatMap((line, index) => {
      const found = isCode[index] ? undefined : dayOf(line);
      return found ? [{ index, found }] : [];
    });
    const days = starts.map(({ index, found }, number): DaySection => {
      const below = lines.slice(index + 1, starts[number + 1]?.index);
      return { ...found, headingLine: firstLine + index, lines: below, firstLine: firstLine + index + 1 };
    });
    return { before: { lines: lines.slice(0, starts[0]?.index), firstLine }, days };
  };
  const byHeading = split(dayOfHeading);
  return byHeading.days.length > 0 ? byHeading : split(loneDayOf);
}

/** Splits a day at its headings that are times. What stands above them belongs to no time. */
export function timeSections({ lines, firstLine }: Lines): TimeSection[] {
  const isCode = codeLines(lines);
  const sections: TimeSection[] = [];
  let from = 0;
  let current: Pick<TimeSection, 'time' | 'rest'> = { rest: '' };
  const close = (to: number) =>
    sections.push({ ...current, lines: lines.slice(from, to), firstLine: firstLine + from });
  lines.forEach((line, index) => {
    const heading = isCode[index] ? undefined : headingOf(line);
    const found = heading === undefined ? undefined : timeAtStart(heading);
    if (!found) return;
    close(index);
    current = found;
    from = index + 1;
  });
  close(lines.length);
  return sections;
}

/** Which lines are in a block of code. */
function codeLines(lines: readonly string[]): boolean[] {
  const isCode = lines.map(() => false);
  for (const [first, last] of fencesIn(lines)) isCode.fill(true, first, last + 1);
  return isCode;
}

/* Names of months and weekdays in the languages that diaries are written in, as the browser knows them. */

const LANGUAGES =
  'en de fr es pt it nl sv da nb fi pl cs sk hu ro hr sl sr uk ru bg el tr ar he fa hi id ca et lv lt zh'.split(
    ' ',
  );

export interface DayNames {
  /** 1 to 12, by the name in small letters. A name of two months in two languages is left out. */
  months: ReadonlyMap<string, number>;
  weekdays: ReadonlySet<string>;
  /** Those that are written out. */
  longWeekdays: ReadonlySet<string>;
}

let names: DayNames | undefined;

export const dayNames = (): DayNames => (names ??= readNames());

/** The form in which names are compared. */
export const comparableName = (name: string): string =>
  name.normalize('NFC').toLowerCase().replace(/\.$/, '');

function readNames(): DayNames {
  const months = new Map<string, number>();
  const ambiguous = new Set<string>();
  const [weekdays, longWeekdays] = [new Set<string>(), new Set<string>()];
  const addMonth = (name: string, month: number) => {
    if (!/^\p{L}[\p{L}\p{M}’']+$/u.test(name)) return;
    const known = months.get(name);
    if (known !== undefined && known !== month) ambiguous.add(name);
    months.set(name, month);
  };
  for (const language of LANGUAGES) {
    for (const width of ['long', 'short'] as const) {
      // Slavic languages name a month differently beside a day.
      for (const beside of [{}, { day: 'numeric', year: 'numeric' }] as const) {
        const format = formatOf(language, { month: width, ...beside });
        for (let month = 1; month <= 12; month += 1) {
          const name = partOf(format, 'month', Date.UTC(2024, month - 1, 1));
          addMonth(name, month);
          // Hebrew writes "on" as a letter before it.
          if (language === 'he') addMonth(`ב${name}`, month);
        }
      }
      const format = formatOf(language, { weekday: width });
      // In Hebrew, two words.
      for (let day = 1; day <= 7; day += 1)
        for (const word of partOf(format, 'weekday', Date.UTC(2024, 0, day)).split(' ')) {
          weekdays.add(word);
          if (width === 'long') longWeekdays.add(word);
        }
    }
  }
  for (const name of ambiguous) months.delete(name);
  return { months, weekdays, longWeekdays };
}

const formatOf = (language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', timeZone: 'UTC' });

const partOf = (format: Intl.DateTimeFormat, type: 'month' | 'weekday', moment: number): string =>
  comparableName(format.formatToParts(moment).find((part) => part.type === type)?.value ?? '');

import { rowsOf, separatorOf, tablesWith, withoutGuards } from '../files/csv';
import { dayOf } from '../dates/days';
import { timeOf } from '../dates/times';
import { dayOnly, isLocalTime } from '../dates/when';
import { detailOf, emptyUnderstood, moodsIn, uniqueIds } from '../files/reading';
import { type AboutMeasure, Measuring, nameAndUnit } from '../values/measured';
import { moodsOf } from '../values/scale';
import type { Bundle, Format } from '../format';
import { ImportFailure, type When } from '../understood';
import { conditionOfCode } from '../values/weather';

/** Columns that tell the app from others. */
const COLUMNS = ['date', 'mood', 'mood key', 'reflections'];

/** Columns of values. Those that a phone counts over the day have the whole day's in the last row. */
const MEASURED: Readonly<Record<string, AboutMeasure & { zeroIsNothing?: true }>> = {
  // In hours. The app writes zero where the phone has counted nothing.
  sleep: { minutes: 60, daySum: 'most', zeroIsNothing: true },
  // In hours, too.
  exercise: { minutes: 60, daySum: 'most', zeroIsNothing: true },
  meditation: { minutes: 1, daySum: 'most', zeroIsNothing: true },
  steps: { daySum: 'most', zeroIsNothing: true },
  'water (cups)': { daySum: 'most' },
  'caffeine (mg)': { daySum: 'most' },
  'alcoholic drinks': { daySum: 'most' },
};

/** The CSV of How We Feel: a row per check-in. */
export const howWeFeel: Format = {
  reads: 'one',

  async recognises(bundle) {
    return (await tablesIn(bundle)).length > 0;
  },

  async read(bundle) {
    const [file, ...others] = await tablesIn(bundle);
    if (others.length > 0) throw new ImportFailure('several-exports');
    const text = (await file?.text()) ?? '';
    const [header, ...rows] = rowsOf(text, separatorOf(text));
    const columns = header?.cells.map((name) => name.trim()) ?? [];
    const names = columns.map((name) => name.toLowerCase());
    const understood = emptyUnderstood('How We Feel');
    const measuring = new Measuring();
    const idOf = uniqueIds();
    // The newest row is the first one. From the other end, ids stay when others come.
    for (const { line, cells } of rows.reverse()) {
      const at = { line };
      const cell = (name: string) => withoutGuards(cells[names.indexOf(name)] ?? '').trim();
      const itemsOf = (name: string) =>
        cell(name)
          .split(';')
          .map((item) => item.trim())
          .filter((item) => item !== '');
      const when = whenOf(cell('date'));
      if (!when) {
        const date = cell('date');
        understood.refused.push(
          date === '' ? { at, reason: 'no-date' } : { at, reason: 'unreadable', detail: detailOf(date) },
        );
        continue;
      }
      const measures = {};
      names.forEach((name, column) => {
        const { zeroIsNothing, ...about } = MEASURED[name] ?? {};
        const isNothing = cell(name) === '' || (zeroIsNothing && Number(cell(name)) === 0);
        if (Object.hasOwn(MEASURED, name) && !isNothing)
          measuring.note(measures, nameAndUnit(columns[column] ?? '').name, cell(name), {
            ...nameAndUnit(columns[column] ?? ''),
            ...about,
          });
      });
      const [mood, ...others] = itemsOf('mood');
      const weather = weatherOf(cell('weather'), cell('temperature (f)'));
      understood.entries.push({
        id: idOf(`howwefeel:${cell('date')}`),
        at,
        when,
        words: ['notes', 'reflections', 'takeaways'].map(cell).filter(isWritten).join('\n\n'),
        ...(mood !== undefined && { mood }),
        tags: [
          ...new Set([...others, ...names.filter((name) => name.startsWith('tags (')).flatMap(itemsOf)]),
        ],
        ...(weather && { weather }),
        measures,
      });
    }
    measuring.finish(understood);
    understood.entries.reverse();
    understood.refused.reverse();
    return { ...understood, moods: moodsOf(moodsIn(understood)) };
  },
};

const tablesIn = (bundle: Bundle) =>
  tablesWith(bundle, (names) => COLUMNS.every((name) => names.includes(name)));

/** `2026 Sun May 17 8:39 AM`, on the phone's clocks. */
function whenOf(date: string): When | undefined {
  const [, day = date, time = ''] = /^(.*?)\s+(\d{1,2}:\d{2}.*)$/.exec(date) ?? [];
  const written = dayOf(day.replace(/^(\d{4})\s+\p{L}+\.?\s+(\p{L}+)\s+(\d{1,2})$/u, '$3 $2 $1'));
  if (!written || !('day' in written)) return undefined;
  const local = `${written.day}T${timeOf(time) ?? ''}`;
  return isLocalTime(local) ? { local } : dayOnly(written.day);
}

/** An empty list is written as `[]`. */
const isWritten = (text: string): boolean => text !== '' && text !== '[]';

function weatherOf(words: string, fahrenheit: string): { text: string; temperature?: number } | undefined {
  if (words === '') return undefined;
  const text = conditionOfCode('', words);
  return fahrenheit === '' || Number.isNaN(Number(fahrenheit))
    ? { text }
    : { text, temperature: ((Number(fahrenheit) - 32) * 5) / 9 };
}

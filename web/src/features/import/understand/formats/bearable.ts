import { type Row, rowsOf, separatorOf, tablesWith, withoutGuards } from '../files/csv';
import { dayOf } from '../dates/days';
import { timeOf } from '../dates/times';
import { dayOnly, isLocalTime } from '../dates/when';
import { detailOf, emptyUnderstood, moodsIn } from '../files/reading';
import { type AboutMeasure, Measuring, nameAndUnit } from '../values/measured';
import { moodOfLevel, moodOfName, moodsOf } from '../values/scale';
import type { Bundle, Format } from '../format';
import { type ForeignEntry, ImportFailure, type Refused, type When } from '../understood';

/** Columns that tell the app from others. There may be more, such as one with the date in another form. */
const COLUMNS = ['date', 'time of day', 'category', 'rating/amount', 'detail', 'notes'];

/** The parts of a day, with a time within each. Other readings have a time of their own, or are of the whole day. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['pre', '05:00'],
  ['am', '09:00'],
  ['mid', '13:00'],
  ['pm', '19:00'],
]);

/** Severities behind a symptom's name, and the number behind a mood's: `Neck pain (Moderate)`, `Good (7)`. */
const SEVERITY = /\s*\((?:none|mild|moderate|(?:v\. )?severe|extreme|unbearable)\)$/i;

interface Reading {
  line: number;
  part: string;
  category: string;
  amount: string;
  detail: string;
  notes: string;
}

/**
 * The CSV of Bearable, which has a row per reading. Each part of a day that has a mood becomes an entry, with what was
 * read from then on; a day without moods becomes one.
 */
export const bearable: Format = {
  reads: 'one',

  async recognises(bundle) {
    return (await tablesIn(bundle)).length > 0;
  },

  async read(bundle) {
    const [file, ...others] = await tablesIn(bundle);
    if (others.length > 0) throw new ImportFailure('several-exports');
    const text = (await file?.text()) ?? '';
    const [header, ...rows] = rowsOf(text, separatorOf(text));
    const names = header?.cells.map((name) => name.trim().toLowerCase()) ?? [];
    const understood = emptyUnderstood('Bearable');
    const measuring = new Measuring();
    /** Of moods, from 1 to 10. */
    const scores = new Map<string, number>();
    const days = new Map<string, Reading[]>();
    for (const row of rows) {
      const found = readingOf(row, names);
      if ('reason' in found) understood.refused.push(found);
      else days.set(found.day, [...(days.get(found.day) ?? []), found.reading]);
    }
    for (const [day, readings] of days)
      for (const ofPart of partsOf(readings))
        understood.entries.push(entryOf(day, ofPart, measuring, scores));
    measuring.finish(understood);
    const meaning = (name: string) => {
      const score = scores.get(name);
      return score === undefined ? moodOfName(name) : moodOfLevel(5 - (4 * (score - 1)) / 9);
    };
    return { ...understood, moods: moodsOf(moodsIn(understood), meaning) };
  },
};

const tablesIn = (bundle: Bundle) =>
  tablesWith(bundle, (names) => COLUMNS.every((name) => names.includes(name)));

function readingOf(
  { line, cells }: Row,
  names: readonly string[],
): { day: string; reading: Reading } | Refused {
  const at = { line };
  if (cells.length !== names.length)
    return { at, reason: 'wrong-number-of-cells', detail: detailOf(cells.join(', ')) };
  const cell = (name: string) => withoutGuards(cells[names.indexOf(name)] ?? '').trim();
  const day = [cell('date formatted'), cell('date')].flatMap((date) => {
    const written = dayOf(date);
    return written && 'day' in written ? [written.day] : [];
  })[0];
  const date = cell('date') || cell('date formatted');
  if (day === undefined)
    return {
      at,
      reason: date === '' ? 'no-date' : 'unreadable',
      ...(date !== '' && { detail: detailOf(date) }),
    };
  const [part, category] = [cell('time of day').toLowerCase(), cell('category').toLowerCase()];
  const reading = {
    line,
    part,
    category,
    amount: cell('rating/amount'),
    detail: cell('detail'),
    notes: cell('notes'),
  };
  return { day, reading };
}

/** Readings of one entry each, in the order of the day. Those before the first mood of the day belong to it. */
function partsOf(readings: Reading[]): Reading[][] {
  const inOrder = readings
    .map((reading) => ({ reading, time: timeOfPart(reading.part) ?? '' }))
    .sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1))
    .map(({ reading }) => reading);
  const parts: Reading[][] = [];
  for (const reading of inOrder) {
    const current = parts.at(-1);
    const isOther = reading.category === 'mood' && current?.some((one) => isMoodOfOther(one, reading));
    if (!current || isOther) parts.push([reading]);
    else current.push(reading);
  }
  return parts;
}

const isMoodOfOther = (one: Reading, { part }: Reading): boolean =>
  one.category === 'mood' && one.part !== part;

function entryOf(
  day: string,
  readings: Reading[],
  measuring: Measuring,
  scores: Map<string, number>,
): ForeignEntry {
  const moods: string[] = [];
  const tags: string[] = [];
  const words: string[] = [];
  const measures = {};
  for (const { category, amount, detail, notes } of readings) {
    const [first = '', ...others] = detail.split('|').map((item) => item.trim());
    if (category === 'mood') {
      const name = first || amount;
      if (amount !== '') scores.set(name, Number(amount));
      moods.push(name, ...others);
    } else if (/\bfactors?$/.test(category)) tags.push(first, ...others);
    else if (amount !== '') {
      const { name, ...about } = measureOf(category, detail);
      measuring.note(measures, name, amount, about);
    } else words.push(detail);
    words.push(notes);
  }
  const [mood, ...others] = moods.filter((name) => name !== '');
  // A day without a mood is one entry, whichever reading comes first.
  const ofMood = readings.find(({ category }) => category === 'mood')?.part;
  const part = ofMood ?? readings[0]?.part ?? '';
  return {
    id: `bearable:${day} ${ofMood ?? ''}`.trim(),
    at: { line: readings[0]?.line ?? 1 },
    when: whenOf(day, part),
    // A note may be repeated beside each reading.
    words: [...new Set(words)].filter((text) => text !== '').join('\n\n'),
    ...(mood !== undefined && { mood }),
    tags: [...others, ...tags.filter((tag) => tag !== '')],
    measures,
  };
}

/** HH:mm */
function timeOfPart(part: string): string | undefined {
  const time = PARTS.get(part) ?? (part.includes(':') ? timeOf(part)?.slice(0, 5) : undefined);
  return time !== undefined && isLocalTime(`2000-01-01T${time}`) ? time : undefined;
}

function whenOf(day: string, part: string): When {
  const time = timeOfPart(part);
  return time === undefined ? dayOnly(day) : { local: `${day}T${time}` };
}

/** `Sleep duration (minutes)`, `Weight (kg)`; without a name it is called as its category: `Energy`. */
function measureOf(category: string, detail: string): AboutMeasure & { name: string } {
  const isSymptom = category === 'symptom';
  // What is behind the number of a rating describes it: `Low (2)`.
  const isNamed = !['energy', 'sleep quality'].includes(category);
  const { name, unit } = nameAndUnit(isSymptom ? detail.replace(SEVERITY, '') : detail);
  const asked = { askedOn: 'always' } as const;
  if (isSymptom) return { name: detail.replace(SEVERITY, ''), daySum: 'most', ...asked };
  if (!isNamed || name === '' || /^asleep\b/i.test(name))
    return { name: category.charAt(0).toUpperCase() + category.slice(1), daySum: 'mean', ...asked };
  const minutes = /^min/i.test(unit ?? '') ? 1 : /^(h|hours?|hrs?)$/i.test(unit ?? '') ? 60 : undefined;
  if (minutes !== undefined) return { name, minutes, daySum: 'sum', ...asked };
  return { name, ...(unit !== undefined && { unit }), ...asked };
}

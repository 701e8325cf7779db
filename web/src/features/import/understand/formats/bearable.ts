import { type Row, rowsOf, separatorOf, tablesWith, withoutGuards } from '../files/csv';
import { dayOf } from '../dates/days';
import { dayOnly } from '../dates/when';
import { detailOf, emptyUnderstood, moodsIn } from '../files/reading';
import { type AboutMeasure, Measuring, nameAndUnit } from '../measured';
import { moodOfLevel, moodOfName, moodsOf } from '../scale';
import {
  type Bundle,
  type ForeignEntry,
  type Format,
  ImportFailure,
  type Refused,
  type When,
} from '../understood';

const COLUMNS = ['date', 'weekday', 'time of day', 'category', 'rating/amount', 'detail', 'notes'];

/** The parts of a day in their order, with a time within each. A reading of the whole day has none. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['pre', '05:00'],
  ['am', '09:00'],
  ['mid', '13:00'],
  ['pm', '19:00'],
]);

/** Severities behind a symptom's name, and the number behind a mood's: `Neck pain (Moderate)`, `Good (7)`. */
const SEVERITY = /\s*\((?:none|mild|moderate|severe|unbearable)\)$/i;

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
    const [, ...rows] = rowsOf(text, separatorOf(text));
    const understood = emptyUnderstood('Bearable');
    const measuring = new Measuring();
    /** Of moods, from 1 to 10. */
    const scores = new Map<string, number>();
    const days = new Map<string, Reading[]>();
    for (const row of rows) {
      const found = readingOf(row);
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
  tablesWith(bundle, (names) => COLUMNS.every((name, column) => names[column] === name));

function readingOf({ line, cells }: Row): { day: string; reading: Reading } | Refused {
  const at = { line };
  if (cells.length !== COLUMNS.length)
    return { at, reason: 'wrong-number-of-cells', detail: detailOf(cells.join(', ')) };
  const [date = '', , part = '', category = '', amount = '', detail = '', notes = ''] = cells.map((cell) =>
    withoutGuards(cell).trim(),
  );
  const day = dayOf(date);
  if (!day || !('day' in day))
    return {
      at,
      reason: date === '' ? 'no-date' : 'unreadable',
      ...(date !== '' && { detail: detailOf(date) }),
    };
  const reading = { line, part: part.toLowerCase(), category: category.toLowerCase(), amount, detail, notes };
  return { day: day.day, reading };
}

/** Readings of one entry each, in the order of the day. Those before the first mood of the day belong to it. */
function partsOf(readings: Reading[]): Reading[][] {
  const order = ({ part }: Reading) => [...PARTS.keys()].indexOf(part);
  const inOrder = readings.toSorted((a, b) => order(a) - order(b));
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
    } else if (category === 'factors') tags.push(first, ...others);
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
    words: words.filter((text) => text !== '').join('\n\n'),
    ...(mood !== undefined && { mood }),
    tags: [...others, ...tags.filter((tag) => tag !== '')],
    measures,
  };
}

function whenOf(day: string, part: string): When {
  const time = PARTS.get(part);
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

import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import { LIMITS } from '@inner-weather/domain/limits';
import { ASKED_ON, DAY_SUMS, type Measure, MEASURE_KINDS } from '@inner-weather/domain/measures/measures';
import { MOODS } from '@inner-weather/domain/entries/moods';
import {
  FACE_COLOURS,
  FACE_EYES,
  FACE_MOUTHS,
  MOOD_STEPS,
  type OwnMood,
} from '@inner-weather/domain/entries/own-moods';
import { beginningsIn } from '../beginnings';
import { emptyUnderstood, list, record, text } from '../files/reading';
import { type EntryPhotos, PhotoFinder } from '../photos';
import type { Bundle, Format } from '../format';
import { ImportFailure, type Understood } from '../understood';

/** How an export begins. */
const FORMAT = '"inner-weather-export"';

/** ZIPs of some apps have a JSON file per entry, and unpacking 25,000 of them takes a minute. */
const LOOKED_AT = 20;

const jsonFiles = ({ files, isSingle }: Bundle) =>
  files.filter(({ path }) => isSingle || /\.json$/i.test(path)).slice(0, LOOKED_AT);

/** An export of this or another installation: the ZIP, even if it was renamed or packed again, or the JSON in it. */
export const innerWeather: Format = {
  reads: 'one',

  async recognises(bundle) {
    return (await exportIn(bundle)) !== undefined;
  },

  async read(bundle) {
    const data = (await (await exportIn(bundle))?.json()) as Record<string, unknown> | undefined;
    if (!data) throw new ImportFailure('cut-off');
    if (data.version !== 1) throw new ImportFailure('newer-version');
    if (!Array.isArray(data.entries)) throw new ImportFailure('no-entries', 'Inner Weather');
    const insights = Array.isArray(data.insights) ? data.insights.length : 0;
    const understood = understoodOf(data.entries, list(data.photos), bundle);
    if (insights > 0) understood.notTaken.insights = insights;
    const measures = list(data.measures).flatMap(measureOf);
    if (measures.length > 0) understood.measures = measures;
    const moods = list(data.moods).flatMap(moodOf);
    const hidden = MOODS.filter((mood) => list(data.hiddenMoods).includes(mood));
    if (moods.length > 0 || hidden.length > 0) understood.ownMoods = { moods, hidden };
    const beginnings = beginningsIn(data.beginnings);
    if (beginnings) understood.beginnings = beginnings;
    return understood;
  },
};

async function exportIn(bundle: Bundle) {
  for (const file of jsonFiles(bundle)) {
    if ((await file.start()).slice(0, 400).includes(FORMAT)) return file;
  }
  return undefined;
}

function understoodOf(items: unknown[], photos: unknown[], bundle: Bundle): Understood {
  const understood = emptyUnderstood('Inner Weather');
  const finder = new PhotoFinder(understood, bundle);
  const known = new Map(photos.map(record).map((photo) => [text(photo._id), photo]));
  const ids = new Set<string>();
  items.forEach((item, index) => {
    const at = { number: index + 1 };
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      understood.refused.push({ at, reason: 'not-an-entry' });
      return;
    }
    const { _id, content, inputMood, createdAt } = item as Record<string, unknown>;
    const moment = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN;
    // Damage can leave two entries without an id, or with the same.
    const id = typeof _id === 'string' && !ids.has(_id) ? _id : `entry ${at.number}`;
    ids.add(id);
    const ofEntry = finder.ofEntry(at);
    for (const photo of photosOf(item)) takePhoto(ofEntry, photo, known.get(photo));
    understood.entries.push({
      id,
      at,
      when: { moment },
      words: typeof content === 'string' ? content : '',
      ...(typeof inputMood === 'string' && { mood: inputMood }),
      tags: [],
      ...ofEntry.found,
      own: flat(item),
    });
  });
  return understood;
}

const photosOf = (item: object): string[] =>
  list((item as Record<string, unknown>).photos)
    .filter((id): id is string => typeof id === 'string')
    .slice(0, LIMITS.photosMax);

function takePhoto(
  photos: EntryPhotos,
  id: string,
  { file, description }: Record<string, unknown> = {},
): void {
  photos.take(text(file) || `${id}.webp`, { description: text(description), isOwn: true });
}

/**
 * The known fields. An object or a list in place of a text or a tag is emptied: the server then refuses only this entry,
 * whereas nested lists would make it refuse the whole request.
 */
function flat(item: object): Record<string, unknown> {
  const names = ENTRY_NAMES.filter((name) => Object.hasOwn(item, name));
  const fields = names.map((name): [string, unknown] => {
    const value = (item as Record<string, unknown>)[name];
    if (name === 'tags' && Array.isArray(value))
      return [name, value.map((tag: unknown) => (isNested(tag) ? null : tag))];
    // Those that are not in the file may still be there, if the entry was deleted in the same journal.
    if (name === 'photos') return [name, photosOf(item)];
    if (name === 'measures') return [name, numbersOf(value)];
    return [name, isNested(value) ? {} : value];
  });
  return Object.fromEntries(fields);
}

/** An own mood whose every field is right. The server judges the rest. */
function moodOf(item: unknown): OwnMood[] {
  const { _id, name, formerNames, colour, eyes, mouth, emoji, score, archived } = record(item);
  const isKnown =
    FACE_COLOURS.some((one) => one === colour) &&
    FACE_EYES.some((one) => one === eyes) &&
    FACE_MOUTHS.some((one) => one === mouth) &&
    (score === null || MOOD_STEPS.some((one) => one === score));
  if (!isKnown || typeof _id !== 'string' || !OWN_ID_PATTERN.test(_id)) return [];
  const names = list(formerNames).filter((one) => typeof one === 'string');
  const face = { colour, eyes, mouth, emoji: text(emoji) };
  return [
    { _id, name: text(name), formerNames: names, ...face, score, archived: archived === true } as OwnMood,
  ];
}

/** A measure whose every field is right. The server judges the rest. */
function measureOf(item: unknown): Measure[] {
  const { _id, name, kind, unit, picture, daySum, askedOn, archived } = record(item);
  const isKnown =
    MEASURE_KINDS.some((one) => one === kind) &&
    DAY_SUMS.some((one) => one === daySum) &&
    ASKED_ON.some((one) => one === askedOn);
  if (!isKnown || typeof _id !== 'string' || !OWN_ID_PATTERN.test(_id)) return [];
  const texts = { name: text(name), unit: text(unit), picture: text(picture) };
  return [{ _id, ...texts, kind, daySum, askedOn, archived: archived === true } as Measure];
}

const numbersOf = (value: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(record(value)).filter(
      (one): one is [string, number] => OWN_ID_PATTERN.test(one[0]) && typeof one[1] === 'number',
    ),
  );

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

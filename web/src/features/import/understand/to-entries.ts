import { labelsInText } from '@inner-weather/domain/entries/import-labels';
import { moodOf } from '@inner-weather/domain/entries/moods';
import { LIMITS } from '@inner-weather/domain/limits';
import { beginningOf, lengthOf } from '@inner-weather/domain/text/length';
import { oneLine } from '@inner-weather/domain/text/one-line';
import { isVisible } from '@inner-weather/domain/text/visible';
import { wellFormed } from '@inner-weather/domain/text/well-formed';
import { withMediaInWords } from './texts/media';
import { addNotTaken, moodsIn, optionsOf } from './files/reading';
import { refusalOfOwn } from './own-entry';
import { tracked } from './progress';
import { fingerprint } from './texts/fingerprint';
import { partsOf } from './texts/parts-of-text';
import type {
  At,
  ForeignEntry,
  Named,
  NotTaken,
  Optional,
  PhotoInFile,
  Refused,
  Remarked,
  Understood,
} from './understood';
import { placed } from './dates/when';

/** What only the person can know. */
export interface Choices {
  /** Of times without a zone. An IANA name. */
  zone: string;
  /** Of entries without a city. */
  city: string;
  /** Whether 03/04/2024 is in April; undefined while it is open. */
  isDayFirst?: boolean;
  /** The mood here for each mood of the file: one of ours, words of one's own, or '' for none. */
  moods: Record<string, string>;
  /** The measures of the file that stay in it, by id. */
  leftOut?: ReadonlySet<string>;
  /** Which of the optional entries are imported. */
  optional: Partial<Record<Optional, boolean>>;
}

/** Texts that become words of an entry, in the writer's language. */
export interface Words {
  instead: Record<Named, string>;
  /** Such as "(1 of 2)". */
  part: (number: number, of: number) => string;
}

/** An entry as POST /journal/import takes it. */
export type ImportEntry = Record<string, unknown> & {
  createdAt?: unknown;
  measures?: Record<string, number>;
};

export interface PreparedEntry {
  entry: ImportEntry;
  source: ForeignEntry;
  photos?: PhotoInFile[];
  /** Of an entry without words: what it says if none of its photos can be sent. */
  withoutPhotos?: string;
  /** Whether it goes on with an entry that was too long. */
  isFurtherPart?: true;
}

export interface Prepared {
  entries: PreparedEntry[];
  refused: Refused[];
  remarks: Remarked[];
  /** What stays in the file, with the entries that are not wanted. */
  notTaken: Understood['notTaken'];
  /** The number of tags and moods that were moved to the end of their texts, and of those that did not fit into them. */
  labelsInText: number;
  labelsLeftOut: number;
  /** Entries of the file that are too long for one, and what they became. */
  split: { entries: number; parts: number };
}

/** Makes entries out of what was understood, with what the person decided. */
export function toEntries(understood: Understood, choices: Choices, words: Words): Prepared {
  const prepared: Prepared = {
    entries: [],
    refused: [...understood.refused],
    remarks: remarksOf(understood, choices),
    notTaken: { ...understood.notTaken },
    labelsInText: 0,
    labelsLeftOut: 0,
    split: { entries: 0, parts: 0 },
  };
  const shared = sharedMoods(moodsIn(understood), choices.moods);
  for (const source of tracked(chosenOf(understood, choices, prepared))) {
    const entries = source.own
      ? ownOf(source, source.own, choices, prepared)
      : (entriesOf(source, choices, { words, shared }, prepared) ?? []);
    if (entries.length > 1) {
      prepared.split.entries += 1;
      prepared.split.parts += entries.length;
    }
    for (const [index, original] of entries.entries()) {
      const { entry, moved, leftOut } = labelsInText(original);
      prepared.labelsInText += moved;
      prepared.labelsLeftOut += leftOut;
      prepared.entries.push({
        entry: bounded(entry as ImportEntry),
        source,
        ...(index > 0 && { isFurtherPart: true }),
        ...(index === 0 && source.photos && photosOf(source.photos, entry as ImportEntry, words)),
      });
    }
  }
  return prepared;
}

/** Whether optional entries of a kind come in: the file has a default, and the person the last word. */
export const isWanted = (
  option: Optional,
  { wanted = [] }: Pick<Understood, 'wanted'>,
  { optional }: Pick<Choices, 'optional'>,
): boolean => optional[option] ?? wanted.includes(option);

/** As what the entries behind a box are counted that is not ticked. Those of a folder are notes. */
const UNWANTED: Partial<Record<Optional, NotTaken>> = {
  archived: 'archived',
  comment: 'comments',
  copy: 'copies',
  list: 'lists',
};

/** The box that keeps an entry out; undefined if it comes along. */
const leftOutAs = (entry: ForeignEntry, understood: Understood, choices: Choices): Optional | undefined =>
  optionsOf(entry).find((option) => !isWanted(option, understood, choices));

/** The entries that come along. What may be one, and is none, stays in the text above it; others are counted. */
function chosenOf(understood: Understood, choices: Choices, prepared: Prepared): ForeignEntry[] {
  const chosen: ForeignEntry[] = [];
  for (const entry of understood.entries) {
    const last = chosen.at(-1);
    const unwanted = leftOutAs(entry, understood, choices);
    if (unwanted === undefined) chosen.push(entry);
    else if (entry.inLast !== undefined && last) {
      const tags = [...new Set([...last.tags, ...entry.tags])];
      chosen[chosen.length - 1] = { ...last, words: last.words + entry.inLast, tags };
    } else addNotTaken(prepared, UNWANTED[unwanted] ?? 'notes', 1);
  }
  return chosen;
}

/** Without those on entries that the person leaves out. A remark on a note is on all of its entries. */
function remarksOf(understood: Understood, choices: Choices): Remarked[] {
  const { entries, remarks } = understood;
  const placesOf = ({ at: { file, line, number } }: { at: At }) => [`${file} ${line} ${number}`, `${file}`];
  const isOut = (one: ForeignEntry) => leftOutAs(one, understood, choices) !== undefined;
  const out = new Set(entries.filter(isOut).flatMap(placesOf));
  if (out.size === 0) return [...remarks];
  for (const one of entries) if (!isOut(one)) for (const place of placesOf(one)) out.delete(place);
  // What a box asks about is named while it is not ticked.
  return remarks.filter(
    (one) => one.remark === 'maybe-an-entry' || !placesOf(one).some((place) => out.has(place)),
  );
}

const photosOf = (photos: PhotoInFile[], { content }: ImportEntry, words: Words) => ({
  photos,
  ...(content === '' && { withoutPhotos: words.instead.photo }),
});

/** Of a text that is none, the labels stay where they are, and there may be more of them than a request may have. */
const bounded = (entry: ImportEntry): ImportEntry =>
  Array.isArray(entry.tags) && entry.tags.length > LIMITS.bodyListMax ? { ...entry, tags: [] } : entry;

function entriesOf(
  source: ForeignEntry,
  choices: Choices,
  { words, shared }: { words: Words; shared: Set<string> },
  { refused, remarks }: Prepared,
): ImportEntry[] | undefined {
  const { at } = source;
  const time = placed(source.when, choices);
  if ('reason' in time) {
    refused.push({ at, reason: time.reason, ...(time.detail !== undefined && { detail: time.detail }) });
    return undefined;
  }
  if (time.remark) remarks.push({ at, remark: time.remark, detail: time.text.slice(0, 16) });
  const mood = source.mood === undefined ? '' : moodOf(meaningOf(source.mood, choices.moods));
  const labels = linesOf(source.tags);
  const written = writtenIn(source, words);
  // A mood or values alone are a check-in. Photos need no words.
  const measures = measuresOf(source, choices);
  const isCheckIn = written === undefined && (isVisible(mood) || measures !== undefined) && !source.photos;
  const content = written ?? (isCheckIn || source.photos ? '' : contentOf(source, labels));
  if (content === undefined) {
    refused.push({ at, reason: 'no-words' });
    return undefined;
  }
  // Two moods of the file that are one here would not be told apart.
  const isShared = source.mood !== undefined && shared.has(source.mood);
  const tags = isShared ? [...labels, ...linesOf([source.mood ?? ''])] : labels;
  const parts = partsOf(content, words);
  return parts.map((part, index) => ({
    _id: idOf(source.id, index),
    ...(source.formerIds && { formerIds: source.formerIds.map((id) => idOf(id, index)) }),
    content: part,
    ...(isCheckIn && { checkIn: true }),
    inputMood: mood,
    location: cityOf(source.city) ?? choices.city,
    // Labels that do not fit stand at the end of the text, which is the last part.
    tags:
      index === parts.length - 1
        ? tags
        : tags.filter((tag) => lengthOf(tag) <= LIMITS.tagMax).slice(0, LIMITS.tagsMax),
    ...weatherOf(source),
    ...(index === 0 && measures && { measures }),
    // The parts stay in order, since the newest entry is shown first.
    createdAt: time.later(parts.length - 1 - index),
    ...(source.updatedAt !== undefined && { updatedAt: new Date(source.updatedAt).toISOString() }),
  }));
}

/** The moods of the file that are the same mood here as another, so that their names stay as tags. */
export function sharedMoods(used: Iterable<string>, moods: Record<string, string>): Set<string> {
  const names = new Map<string, string[]>();
  for (const name of new Set(used)) {
    const meaning = meaningOf(name, moods);
    if (meaning !== '') names.set(meaning, [...(names.get(meaning) ?? []), name]);
  }
  return new Set([...names.values()].filter(({ length }) => length > 1).flat());
}

/** A mood's name may be one of Object.prototype, such as `constructor`. */
const meaningOf = (mood: string, moods: Record<string, string>): string =>
  Object.hasOwn(moods, mood) ? (moods[mood] ?? mood) : mood;

/** Texts as single lines, without those that have no visible character. */
const linesOf = (texts: string[]): string[] =>
  texts.map((text) => oneLine(wellFormed(text))).filter(isVisible);

/** Words, else what stands in their place. */
function writtenIn(source: ForeignEntry, words: Words): string | undefined {
  const { words: text, instead, photos } = source;
  const written = wellFormed(withMediaInWords(text, words.instead)).trim();
  if (source.hasLostPhoto && isVisible(written) && !written.includes(words.instead.photo))
    return `${written}\n\n${words.instead.photo}`;
  const isShown = instead === 'photo' && photos !== undefined;
  return [written, instead && !isShown ? words.instead[instead] : ''].find(isVisible);
}

/** The content of an entry that has neither words nor a mood here: its tags, else the name of its mood in the file. */
const contentOf = ({ mood }: ForeignEntry, tags: string[]): string | undefined =>
  [tags.join(', '), oneLine(wellFormed(mood ?? ''))].find(isVisible);

/** The id of a part. The server takes up to 100 characters. */
function idOf(id: string, part: number): string {
  const whole = part === 0 ? id : `${id} part ${part + 1}`;
  return whole.length <= 100 ? whole : `${whole.slice(0, 60)} ${fingerprint(whole)}`;
}

function cityOf(name: string | undefined): string | undefined {
  const city = oneLine(wellFormed(name ?? ''));
  return isVisible(city) && lengthOf(city) <= LIMITS.locationMax ? city : undefined;
}

/** An entry of our own export, without the measures that stay in the file. The server judges the rest of its fields. */
function ownOf(
  { at }: ForeignEntry,
  { measures, ...own }: Record<string, unknown>,
  choices: Choices,
  { refused }: Prepared,
): ImportEntry[] {
  const taken = measuresOf({ measures: measures as ForeignEntry['measures'] }, choices);
  const entry = { ...own, ...(taken && { measures: taken }) };
  const reason = refusalOfOwn(entry);
  if (reason === undefined) return [entry];
  refused.push({ at, ...reason });
  return [];
}

function measuresOf({ measures = {} }: Pick<ForeignEntry, 'measures'>, { leftOut }: Choices) {
  const taken = Object.entries(measures).filter(([id]) => !leftOut?.has(id));
  return taken.length > 0 ? Object.fromEntries(taken) : undefined;
}

function weatherOf({ weather }: ForeignEntry): ImportEntry {
  const text = weather ? beginningOf(oneLine(wellFormed(weather.text)), LIMITS.weatherMax) : '';
  if (!isVisible(text)) return {};
  const { temperature } = weather ?? {};
  const isPossible =
    temperature !== undefined && temperature >= LIMITS.temperatureMin && temperature <= LIMITS.temperatureMax;
  // `|| 0` makes -0 the same as 0.
  return { weatherData: text, ...(isPossible && { temperature: Math.round(temperature * 10) / 10 || 0 }) };
}

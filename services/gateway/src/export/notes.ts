import type { MeasureDto } from '@inner-weather/contracts/measures/measures.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { type Moods, PRESET_MOODS } from '@inner-weather/domain/entries/own-moods';
import { DayValues } from '@inner-weather/domain/measures/day-values';
import { onClock } from '@inner-weather/domain/measures/measures';
import { isolate } from '@inner-weather/domain/text/isolate';
import { conditionInWords, WITH_TEMPERATURE } from '@inner-weather/domain/weather/conditions';
import { temperatureInWords } from '@inner-weather/domain/weather/temperature';
import { directionOf, type Language, localeOf } from '@inner-weather/languages/languages';
import { defineMessages } from '@inner-weather/languages/messages';
import { type Translator, translatorOf } from '@inner-weather/languages/translator';
import { frontMatter } from './front-matter.js';
import type { NamedFile } from './zip.js';

/** Code units of the entries in one note. A day with more, as an import may bring it, has several notes. */
const NOTE_LENGTH_MAX = 1024 * 1024;

const TEXTS = defineMessages('export', {
  unreadable: 'The words of this entry cannot be read.',
});

/** The photos of one person. */
export interface OwnPhotos {
  /** What is on photos, however many, by id. Those without a description are missing. */
  describe: (ids: string[]) => Promise<Map<string, string>>;
  /** As WebP, or as JPEG, in memory as a whole; undefined if the photo is gone or damaged. */
  read: (id: string, form?: 'jpeg') => Promise<Uint8Array | undefined>;
}

/** What a person has defined. */
interface OwnLists {
  measures: readonly MeasureDto[];
  moods: Moods;
}

/** Photos are sorted by the day and the time of their entry. The id makes the name the only one. */
export const photoName = ({ day, createdAt }: EntryDto, id: string): string =>
  `photos/${day} ${createdAt.slice(11, 16).replace(':', '.')} ${id}.webp`;

/**
 * A Markdown note for each day, named after it as the daily notes of Obsidian are, and the photos of that day behind it.
 * @param entries newest first; those of a day follow each other
 */
export async function* toNotes(
  entries: AsyncIterable<EntryDto>,
  { photos, ...lists }: { photos: OwnPhotos } & Partial<OwnLists>,
  language: Language = 'en',
): AsyncGenerator<NamedFile> {
  const own: OwnLists = { measures: [], moods: PRESET_MOODS, ...lists };
  const write = translatorOf(language);
  let note: { day: string; part: number; length: number; entries: EntryDto[] } | undefined;
  const toFiles = async function* (of: NonNullable<typeof note>): AsyncGenerator<NamedFile> {
    const oldestFirst = of.entries.reverse();
    const ids = oldestFirst.flatMap((entry) => entry.photos ?? []);
    const descriptions = ids.length > 0 ? await photos.describe(ids) : new Map<string, string>();
    const name = `markdown/${of.day}${of.part > 1 ? ` ${of.part}` : ''}.md`;
    yield { name, content: noteOf(oldestFirst, { descriptions, ...own }, write, language) };
    for (const entry of oldestFirst)
      for (const id of entry.photos ?? []) {
        const picture = await photos.read(id);
        if (picture) yield { name: photoName(entry, id), content: [picture], isCompressed: true };
      }
  };
  for await (const entry of entries) {
    const { day } = entry;
    const isSameDay = note?.day === day;
    if (note && (!isSameDay || note.length + entry.content.length > NOTE_LENGTH_MAX)) {
      yield* toFiles(note);
      note = { day, part: isSameDay ? note.part + 1 : 1, length: 0, entries: [] };
    }
    note ??= { day, part: 1, length: 0, entries: [] };
    note.entries.push(entry);
    note.length += entry.content.length;
  }
  if (note) yield* toFiles(note);
}

/** @param entries oldest first */
function* noteOf(
  entries: EntryDto[],
  { descriptions, measures, moods }: { descriptions: Map<string, string> } & OwnLists,
  write: Translator,
  language: Language,
): Generator<string> {
  const lists = {
    tags: entries.flatMap(({ tags }) => tags.map(tagInObsidian)),
    mood: entries.map(({ inputMood }) => moods.inWords(inputMood, write)),
  };
  yield frontMatter(lists, valuesOf(entries, measures));
  let separator = '';
  for (const entry of entries) {
    const time = entry.createdAt.slice(11, 16);
    const about = aboutOf(entry, moods, write, language);
    const words = entry.unreadable ? `(${write(TEXTS.unreadable)})` : escapeTimes(entry.content.trim());
    // A blank in the address of a picture ends it, unless it is encoded.
    const pictures = (entry.photos ?? []).map(
      (id) => `![${altOf(descriptions.get(id))}](../${encodeURI(photoName(entry, id))})`,
    );
    // A check-in has no words, and may have no photos.
    const paragraphs = [`## ${time}`, about && `*${about}*`, words, ...pictures].filter(Boolean);
    yield `${separator}${paragraphs.join('\n\n')}\n`;
    separator = '\n';
  }
}

/** What was measured on the day of these entries, by name. */
function valuesOf(entries: EntryDto[], measures: readonly MeasureDto[]): Map<string, number> {
  const sums = new DayValues();
  for (const { measures: measured } of entries) if (measured) sums.add(0, measured, false);
  return new Map(
    measures.flatMap((measure): [string, number][] => {
      const value = sums.of(measure).get(0);
      return value === undefined || RESERVED.includes(measure.name)
        ? []
        : [[measure.name, onClock(measure.kind, value)]];
    }),
  );
}

/** Names of other properties of a note. */
const RESERVED = ['tags', 'mood'];

/** In a line of Markdown, within brackets. */
const altOf = (description = ''): string =>
  description.replaceAll(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&');

/** `Happy · Porto · Light rain, 12 °C · river, long walk`. Without `#`, since a tag of Obsidian ends at a blank. */
function aboutOf(entry: EntryDto, moods: Moods, write: Translator, language: Language): string {
  const isolated = (name: string) => isolate(name, directionOf(language));
  return [
    isolated(moods.inWords(entry.inputMood, write)),
    isolated(entry.location),
    weatherInWords(entry, write, language),
    new Intl.ListFormat(localeOf(language), { type: 'unit' }).format(entry.tags.map(isolated)),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** `Light rain, 12 °C`; without a temperature only the condition, and without a condition ''. */
function weatherInWords({ weatherData, temperature }: EntryDto, write: Translator, language: Language) {
  const condition = conditionInWords(weatherData, write);
  if (condition === '' || temperature === undefined) return condition;
  return write(WITH_TEMPERATURE, {
    condition,
    temperature: temperatureInWords(temperature, 'celsius', language),
  });
}

/** A tag of Obsidian has no blanks and no punctuation but `_`, `-` and `/`. */
const tagInObsidian = (tag: string): string =>
  tag
    .replaceAll(/[\s\u2000-\u206f\u2e00-\u2e7f'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

/** A line of a text that looks like the heading of another entry gets a backslash, which Markdown does not show. */
const escapeTimes = (text: string): string =>
  text.replaceAll(/^( {0,3})(\\*#{1,6}[ \t]+\d{1,2}:\d{2})/gm, '$1\\$2');

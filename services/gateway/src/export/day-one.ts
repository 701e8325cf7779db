import { createHash } from 'node:crypto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { isTimeZone } from '@inner-weather/domain/time/local-time';
import { readableContent } from './csv.js';
import { zoneOf } from './zone-of.js';

/**
 * The JSON of a journal that Day One imports. Day One has no mood, so the mood is the last tag: `mood: Happy`. It is also
 * the text of a check-in, which Day One would show as a blank. Cities have no coordinates here, since we do not know where
 * in the city an entry was written.
 * @param photos the MD5 of each photo, by its id, after which its file is named
 * @param timeZone of the account, the first choice for the time zone of each entry
 */
export async function* toDayOne(
  entries: AsyncIterable<EntryDto>,
  photos: ReadonlyMap<string, string>,
  timeZone?: string | null,
): AsyncGenerator<string> {
  const preferred = isTimeZone(timeZone) ? timeZone : undefined;
  yield '{"metadata":{"version":"1.0"},"entries":[';
  let separator = '\n';
  for await (const entry of entries) {
    yield separator + JSON.stringify(dayOneEntry(entry, photos, preferred));
    separator = ',\n';
  }
  yield '\n]}\n';
}

function dayOneEntry(entry: EntryDto, photos: ReadonlyMap<string, string>, preferred?: string) {
  const { _id, createdAt, updatedAt, inputMood, location, tags, weatherData, weatherStatus } = entry;
  const shown = (entry.photos ?? []).flatMap((id, orderInEntry) => {
    const md5 = photos.get(id);
    return md5 === undefined ? [] : [{ identifier: uuidOf(id), md5, type: 'jpeg', orderInEntry }];
  });
  const words = keepBackslashes(entry.checkIn ? inputMood : readableContent(entry));
  const pictures = shown.map(({ identifier }) => `![](dayone-moment://${identifier})`);
  const hasWeather = weatherStatus === 'ready' && weatherData !== '';
  return {
    uuid: uuidOf(_id),
    creationDate: toSeconds(createdAt),
    modifiedDate: toSeconds(updatedAt),
    timeZone: zoneOf(createdAt, preferred),
    text: shown.length === 0 ? words : [words, ...pictures].filter(Boolean).join('\n\n'),
    ...(shown.length > 0 && { photos: shown }),
    tags: inputMood ? [...tags, `mood: ${inputMood}`] : tags,
    ...(location && { location: { localityName: location } }),
    ...(hasWeather && {
      weather: { conditionsDescription: weatherData, temperatureCelsius: entry.temperature },
    }),
  };
}

/** The same in each export, so that Day One recognises an entry that it already has. */
const uuidOf = (id: string): string =>
  createHash('sha256').update(id).digest('hex').slice(0, 32).toUpperCase();

/** In UTC, and without fractions of a second, which Day One's dates do not have. */
const toSeconds = (time: string): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** Texts of Day One are Markdown, in which a backslash before punctuation would be removed. */
const keepBackslashes = (text: string): string => text.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '\\\\');

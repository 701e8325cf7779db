import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { MEASURE_LIMITS } from '@inner-weather/domain/measures/measures';
import { isolate } from '../../lib/language/isolate';
import { FILE_NAMES, type OtherKind } from './understand/files/kind-of-bytes';
import {
  type At,
  BOUNDS,
  type FailureCode,
  type Hint,
  ImportFailure,
  type NotTaken,
  type Optional,
  type Reason,
  type Remark,
  type Role,
} from './understand/understood';

/* The codes of an import in words. */

const REASONS: Record<Reason, MessageDescriptor> = {
  'not-an-entry': msg`This is not an entry.`,
  'no-words': msg`It has no words, no tags and no mood.`,
  'no-date': msg`It has no date.`,
  'no-time': msg`Its time cannot be read.`,
  'no-such-date': msg`This date or time does not exist.`,
  'date-out-of-range': msg`Its date is before 1900 or in the future.`,
  unreadable: msg`It cannot be read.`,
  encrypted: msg`It is encrypted.`,
  'wrong-number-of-cells': msg`The row has too few or too many cells.`,
  'not-a-daily-note': msg`It is not a note of a day.`,
  'too-long': msg`This is too long for an entry.`,
  empty: msg`It is empty.`,
};

const REMARKS: Record<Remark, MessageDescriptor> = {
  'repeated-hour': msg`The clocks went back that night, so this time came twice. The first one is used.`,
  'skipped-hour': msg`The clocks skipped this time. The entry is an hour later.`,
  'unknown-mood': msg`The mood is not in the file, so the entry has none.`,
  'times-disagree': msg`The file has two times for it. The one that names its moment is used.`,
  'maybe-an-entry': msg`This line looks like the beginning of an entry. Unless you choose so, it stays in the text above it.`,
  'no-entry': msg`This line looks like the beginning of an entry, but has no date. It stays in the text above it.`,
  'newer-text-taken': msg`It is in the file more than once. The newer text is used.`,
  'scores-averaged': msg`It has several moods. Their average is used.`,
  'unknown-zone': msg`Its time zone is unknown. The one you choose is used.`,
  'broken-front-matter': msg`The lines above the text could not be read. The words are all there.`,
  'same-day-twice': msg`Another note has the same day. Both are imported.`,
  'weather-out-of-range': msg`Its temperature is impossible and is left out.`,
  'place-left-out': msg`Its place is left out.`,
  'time-left-out': msg`Its time could not be read, and was left out.`,
  'photo-missing': msg`This photo is not in the file.`,
  'too-many-photos': msg`The entry has more photos than fit. This one stays in the file.`,
  'day-of-file-name': msg`The day in its heading could not be read. The one in the name of its file is used.`,
};

const HINTS: Record<Hint, MessageDescriptor> = {
  'more-pages': msg`This file is one page of several. Import the others, too.`,
  'photos-elsewhere': msg`The photos are not in this file. To bring them, too, choose the ZIP or the folder that it comes from.`,
};

const OPTIONAL: Record<Exclude<Optional, `folder:${string}`>, MessageDescriptor> = {
  archived: msg`Import archived entries, too`,
  comment: msg`Import comments as entries of their own`,
  copy: msg`Import copies left behind by syncing`,
  list: msg`Import lists and to-dos, too`,
  head: msg`Start a new entry at each line that begins with a day and a time`,
};

const ROLES: Record<Role, MessageDescriptor> = {
  date: msg`Date`,
  time: msg({ message: 'Time', comment: 'A column of a table: the time of day' }),
  words: msg({ message: 'Words', comment: 'A column of a table: the text of an entry' }),
  title: msg({ message: 'Title', comment: 'A column of a table' }),
  mood: msg`Mood`,
  tags: msg`Tags`,
  city: msg`City`,
  weather: msg`Weather`,
  temperature: msg({ message: 'Temperature', comment: 'A column of a table' }),
  measure: msg({ message: 'Measure', comment: 'A column of a table: values such as hours of sleep' }),
};

/** @param program whose files these are */
const asText = (program: string) =>
  msg`That is a file of ${program}. Save it as plain text (.txt), with each day on a line of its own, and choose that file.`;

const unpackFirst = (kind: string) =>
  msg`That is an archive of another kind (${kind}). Unpack it, and choose what is in it.`;

/** Files that are none of ours: what they are, and the way out if there is one. */
const OTHER_KINDS: Record<OtherKind, MessageDescriptor> = {
  pdf: msg`That is a PDF, which cannot be imported. Export the diary in another format: as JSON from Day One, as a backup or CSV from Daylio, as HTML from Apple Journal.`,
  picture: msg`That is a picture.`,
  film: msg`That is a film.`,
  recording: msg`That is a recording.`,
  rar: unpackFirst(FILE_NAMES.rar),
  '7z': unpackFirst(FILE_NAMES['7z']),
  compressed: unpackFirst(FILE_NAMES.compressed),
  database: msg`That is a database. Export the diary from its app, and choose that file.`,
  'old-office': msg`That is an old Word or Excel file. Save words as plain text (.txt) or a table as CSV, and choose that file.`,
  'web-page': msg`That is a web page. If it is from Apple Journal, choose its whole folder, or a ZIP of that.`,
  rtf: asText(FILE_NAMES.rtf),
  word: asText(FILE_NAMES.word),
  pages: asText(FILE_NAMES.pages),
  'open-document': asText(FILE_NAMES['open-document']),
  excel: msg`That is an Excel file. Save the table as CSV, and choose that file.`,
  presentation: msg`That is a presentation.`,
  epub: msg`That is a book (EPUB).`,
  app: msg`That is an app.`,
  'day-one-classic': msg`That is a journal of Day One Classic. Export it from Day One as JSON, and choose that file.`,
};

export const reasonInWords = (reason: Reason): string => i18n._(REASONS[reason]);
export const remarkInWords = (remark: Remark): string => i18n._(REMARKS[remark]);
export const hintInWords = (hint: Hint): string => i18n._(HINTS[hint]);

/** What a box is for, and how many entries hang on it. */
export function optionalInWords(kind: Optional, count: number): string {
  const number = i18n.number(count);
  if (!isFolder(kind)) return `${i18n._(OPTIONAL[kind])} (${number})`;
  const name = isolate(kind.slice('folder:'.length));
  return kind === 'folder:'
    ? t`Import other notes without a day of their own, on the day they were created (${number})`
    : t`Import notes of ${name} without a day of their own, on the day they were created (${number})`;
}

const isFolder = (kind: Optional): kind is `folder:${string}` => kind.startsWith('folder:');
export const roleInWords = (role: Role): string => i18n._(ROLES[role]);

/** Why a file cannot be imported, and what to do. */
export function failureInWords(error: unknown): string {
  if (!(error instanceof ImportFailure)) return t`That file cannot be read.`;
  const { code, detail = '' } = error;
  return FAILURES[code](isolate(detail));
}

const FAILURES: Record<FailureCode, (detail: string) => string> = {
  empty: () => t`That file is empty.`,
  'too-large': () =>
    t`That file is too large, or takes too long to read. Export a shorter time, and import the parts one after the other.`,
  'too-large-unpacked': () =>
    t`What is in that ZIP is too large when it is unpacked. Export a shorter time, or leave the pictures out.`,
  'too-many-entries': () => {
    const max = i18n.number(BOUNDS.entries);
    return t`That file has more than ${max} entries. Split it, and import the parts one after the other.`;
  },
  'too-many-files': () => t`That ZIP has too many files.`,
  'cut-off': () => t`Part of that file is missing. Copy or download it again.`,
  damaged: () => t`That ZIP cannot be unpacked: it is damaged. Copy or download it again.`,
  'large-zip-within': () =>
    t`A ZIP in that ZIP is too large to be opened here. Unpack the outer one, and choose the ZIPs in it together.`,
  'several-exports': () => t`Those are several exports. Import them one after the other.`,
  'protected-zip': () => t`That ZIP is protected by a password. Unpack it and choose the file in it.`,
  encrypted: (app) =>
    app
      ? t`This one is encrypted with your password in ${app}. Export it there without encryption, and choose that file.`
      : t`That file is encrypted. Export it without encryption, and choose that file.`,
  'unsafe-names': () =>
    t`That ZIP contains file names that point outside it. No diary does that, so it was not read.`,
  'newer-version': () => t`That export was made by a newer version of Inner Weather.`,
  'no-entries': (app) =>
    app ? t`That is a file of ${app}, but it has no entries.` : t`That file has no entries.`,
  'endless-quote': (line) =>
    line
      ? t`A quotation mark in line ${line} never ends, so the rest of the table cannot be read.`
      : t`A quotation mark never ends, so the rest of the table cannot be read.`,
  'too-deep': () => t`That file is nested too deeply to be a diary.`,
  unknown: () => t`That file is not a diary we can read.`,
  'other-kind': (kind) => {
    const known = OTHER_KINDS[kind.replace(/\p{Cf}/gu, '') as OtherKind] as MessageDescriptor | undefined;
    return known ? i18n._(known) : t`That file is not a diary we can read.`;
  },
};

/** Why an import with measures cannot begin. @param count how many the person would have */
export function tooManyInWords(count: number): string {
  const max = i18n.number(MEASURE_LIMITS.allMax);
  const all = i18n.number(count);
  return t`With those in the file you would have ${all} measures, and ${max} is the limit. Leave some of them out.`;
}

/** How many things of a kind stay where they are. */
export function notTakenInWords(kind: NotTaken, count: number): string {
  return NOT_TAKEN[kind](count);
}

const NOT_TAKEN: Record<NotTaken, (count: number) => string> = {
  photos: (count) => plural(count, { one: '# photo', other: '# photos' }),
  videos: (count) => plural(count, { one: '# video', other: '# videos' }),
  recordings: (count) => plural(count, { one: '# recording', other: '# recordings' }),
  files: (count) => plural(count, { one: '# file', other: '# files' }),
  people: (count) => plural(count, { one: '# mention of a person', other: '# mentions of people' }),
  scales: (count) => plural(count, { one: '# value on a scale', other: '# values on scales' }),
  goals: (count) => plural(count, { one: '# goal', other: '# goals' }),
  places: (count) => plural(count, { one: '# exact place', other: '# exact places' }),
  drawings: (count) => plural(count, { one: '# drawing', other: '# drawings' }),
  templates: (count) => plural(count, { one: '# template', other: '# templates' }),
  insights: (count) =>
    plural(count, {
      one: '# insight. You can ask for new ones, which cover all your entries.',
      other: '# insights. You can ask for new ones, which cover all your entries.',
    }),
  comments: (count) => plural(count, { one: '# comment', other: '# comments' }),
  archived: (count) => plural(count, { one: '# archived entry', other: '# archived entries' }),
  copies: (count) => plural(count, { one: '# copy', other: '# copies' }),
  lists: (count) => plural(count, { one: '# list or to-do', other: '# lists and to-dos' }),
  notes: (count) =>
    plural(count, { one: '# note without a day of its own', other: '# notes without a day of their own' }),
  trashed: (count) => plural(count, { one: '# note in the trash', other: '# notes in the trash' }),
  stars: (count) => plural(count, { one: '# star', other: '# stars' }),
  trackers: (count) => plural(count, { one: '# value of a tracker', other: '# values of trackers' }),
  music: (count) => plural(count, { one: '# song', other: '# songs' }),
  activities: (count) => plural(count, { one: '# activity', other: '# activities' }),
  encrypted: (count) => plural(count, { one: '# encrypted part', other: '# encrypted parts' }),
  others: (count) => plural(count, { one: '# other thing', other: '# other things' }),
  missingPhotos: (count) =>
    plural(count, {
      one: '# photo is named in the file, but is not in it.',
      other: '# photos are named in the file, but are not in it.',
    }),
};

const NOTE = /\.(md|markdown|mdown|txt)$/i;

/**
 * The title of a list of what is not imported: notes if each item is one, otherwise entries.
 * @param count of all, if the items are the first ones
 */
export function notImportedInWords(
  items: readonly { at: At }[],
  isDone: boolean,
  count = items.length,
): string {
  const areNotes = items.every(
    ({ at: { file = '', line, number } }) => line === undefined && number === undefined && NOTE.test(file),
  );
  if (areNotes)
    return isDone
      ? plural(count, { one: '# note was skipped', other: '# notes were skipped' })
      : plural(count, { one: '# note will be skipped', other: '# notes will be skipped' });
  return isDone
    ? plural(count, { one: '# entry was skipped', other: '# entries were skipped' })
    : plural(count, { one: '# entry will be skipped', other: '# entries will be skipped' });
}

/** A place in the file, such as "notes.csv, line 12". */
export function atInWords({ file, line, number }: At): string {
  const name = file === undefined ? '' : isolate(file);
  if (line !== undefined) {
    const count = i18n.number(line);
    return name ? t`${name}, line ${count}` : t`Line ${count}`;
  }
  if (number !== undefined) {
    const count = i18n.number(number);
    return name ? t`${name}, entry ${count}` : t`Entry ${count}`;
  }
  return name;
}

/** Texts that become words of entries. */
export const wordsOfEntries = () => ({
  instead: {
    photo: t`(a photo)`,
    video: t`(a video)`,
    recording: t`(a recording)`,
    file: t`(a file)`,
    encrypted: t`(an encrypted part)`,
  },
  part: (number: string, of: string) => t`(${number} of ${of})`,
});

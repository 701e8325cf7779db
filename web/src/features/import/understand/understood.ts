/*
 * What a file from another app contains, before anything is decided or stored. It is plain data, since a worker sends it to
 * the page, and it has no texts for people: the page says each code in the reader's language.
 */

import type { MoodList, MoodStep } from '@inner-weather/domain/entries/own-moods';
import type { Beginnings } from '@inner-weather/domain/beginnings/beginnings';
import type { Measure } from '@inner-weather/domain/measures/measures';
import type { Packed } from './files/zip-parts';

/** A local date and time: YYYY-MM-DDTHH:mm, with optional seconds and up to nine decimals. */
export type LocalTime = string;

export type When =
  /**
   * A moment in milliseconds since 1970, with its offset in minutes or its IANA zone, where the file has one. `day`: the day
   * that the entry says it is of, YYYY-MM-DD, which counts if the moment is on another one.
   */
  | { moment: number; offset?: number; zone?: string; day?: string }
  /** A time on local clocks. `isDayOnly`: the file has no time, and this one is noon. */
  | { local: LocalTime; zone?: string; isDayOnly?: true }
  /** A day such as 03/04/2024 whose order is open, and the time as HH:mm if the file has one. */
  | { numbers: [first: number, second: number, year: number]; time?: string };

/** A place in the file. Lines and numbers start at 1. */
export interface At {
  file?: string;
  line?: number;
  number?: number;
}

/** What an entry has in place of words. */
export type Instead = 'photo' | 'video' | 'recording' | 'file';

/** What the words of an entry may name in its place. */
export type Named = Instead | 'encrypted';

/** A photo that comes along. Its bytes are read when it is sent. */
export interface PhotoInFile {
  path: string;
  /** Where it is in the archive that was chosen; absent if it is a file that was chosen. */
  packed?: Packed;
  /** If it is Base64 within that file. */
  within?: Within;
  /** What is on it, for people who cannot see it. */
  description?: string;
  /** Whether Inner Weather wrote it, so that it is sent as it is. */
  isOwn?: true;
}

/** A part of a file, in bytes. */
export interface Within {
  from: number;
  to: number;
  /** The name of what is there. */
  name: string;
}

/** Entries that are imported only if the person wants it. Those of a folder have no day but the one they were created on. */
export type Optional = 'archived' | 'comment' | 'copy' | 'list' | 'head' | `folder:${string}`;

export interface ForeignEntry {
  /**
   * Identifies the entry in all versions of the file, with a prefix: see sameness.ts. Two entries of a file have the same
   * one only if neither their time nor their words are the same.
   */
  id: string;
  /** Ids that earlier versions gave it. At most 3. */
  formerIds?: string[];
  at: At;
  when: When;
  /** Plain text or Markdown, never HTML, with marks for pictures and recordings (media.ts). May be empty. */
  words: string;
  /** If there are no words. */
  instead?: Instead;
  /** Whether the file names a photo that it does not have. Words without a mark for it get one. */
  hasLostPhoto?: true;
  /** Those that come along, in their order, at most as many as an entry may have. */
  photos?: PhotoInFile[];
  /** The name of the mood in the other app, as it is written there. */
  mood?: string;
  tags: string[];
  /** A city, never a street. */
  city?: string;
  /** Degrees Celsius. `text` is one of the conditions in libs/domain, or the words of the file. */
  weather?: { text: string; temperature?: number };
  /** Values by the ids of the file's `measures`. */
  measures?: Record<string, number>;
  /** When it was last changed, in milliseconds since 1970. */
  updatedAt?: number;
  /** Of several, all must be wanted. */
  optional?: Optional | readonly Optional[];
  /** If it is not imported as an entry: what stands behind the words of the entry before it instead. */
  inLast?: string;
  /** An entry of our own export, which is sent as it is. */
  own?: Record<string, unknown>;
}

/** Why something is not imported. */
export type Reason =
  | 'not-an-entry'
  | 'no-words'
  | 'no-date'
  | 'no-time'
  | 'no-such-date'
  | 'date-out-of-range'
  | 'unreadable'
  | 'encrypted'
  | 'wrong-number-of-cells'
  | 'not-a-daily-note'
  | 'too-long'
  | 'empty';

export interface Refused {
  at: At;
  reason: Reason;
  /** The part of the file that is meant, such as the date that does not exist. At most 100 characters. */
  detail?: string;
}

/** What was understood in a way that the person should know. */
export type Remark =
  | 'repeated-hour'
  | 'skipped-hour'
  | 'unknown-mood'
  | 'times-disagree'
  | 'maybe-an-entry'
  | 'no-entry'
  | 'newer-text-taken'
  | 'scores-averaged'
  | 'unknown-zone'
  | 'broken-front-matter'
  | 'same-day-twice'
  | 'weather-out-of-range'
  | 'place-left-out'
  | 'photo-missing'
  | 'time-left-out'
  | 'too-many-photos'
  | 'day-of-file-name';

export interface Remarked {
  at: At;
  remark: Remark;
  detail?: string;
}

/** Kinds of things that stay in the other app. They are counted. */
export type NotTaken =
  | 'photos'
  | 'videos'
  | 'recordings'
  | 'files'
  | 'people'
  | 'scales'
  | 'goals'
  | 'places'
  | 'drawings'
  | 'templates'
  | 'insights'
  | 'comments'
  | 'archived'
  | 'copies'
  | 'lists'
  | 'notes'
  | 'trashed'
  | 'stars'
  | 'trackers'
  | 'music'
  | 'activities'
  | 'encrypted'
  | 'others'
  /** Those that the file names and does not have. */
  | 'missingPhotos';

/** Something about the whole file. */
export type Hint = 'more-pages' | 'photos-elsewhere';

export interface Understood {
  /** The name of the app or format, as it calls itself: it is shown, and stored with the import. */
  source: string;
  entries: ForeignEntry[];
  /** The optional entries that are wanted unless the person says otherwise. */
  wanted?: readonly Optional[];
  /** What the entries have values of. Those that are not here yet are made before them. */
  measures?: Measure[];
  /** Questions and templates. Those that are not here yet are added. */
  beginnings?: Beginnings;
  /** For each mood of the file, what it means here by default: one of our moods, or the name itself as a word of one's own. */
  moods?: Record<string, string>;
  /** Of moods of the file: their step, as the other app has it. */
  steps?: Record<string, MoodStep>;
  /** Own moods of the writer, and which of the six they hide. Those that are not here yet are made. */
  ownMoods?: MoodList;
  notTaken: Partial<Record<NotTaken, number>>;
  refused: Refused[];
  remarks: Remarked[];
  hints: Hint[];
  /** Of any CSV: what each column is, for the person to correct. */
  table?: Table;
}

/** What a column of a CSV can be. */
export const ROLES = [
  'date',
  'time',
  'words',
  'title',
  'mood',
  'tags',
  'city',
  'weather',
  'temperature',
  'measure',
] as const;

export type Role = (typeof ROLES)[number];

export interface Table {
  columns: string[];
  /** The first rows. */
  rows: string[][];
  /** One per column; null if it is not taken. */
  roles: (Role | null)[];
}

/** What a file does not say itself, and without which it cannot be read. */
export interface Reading {
  /** Of the person, as BCP 47 tags, the preferred one first: a text may be in an older encoding. */
  languages?: readonly string[];
  /** Of any CSV: what each column is. */
  roles?: (Role | null)[];
  /** Those of the reading before, which keep their ids. */
  measures?: Measure[];
}

/** Why a file cannot be imported at all. */
export type FailureCode =
  | 'empty'
  | 'too-large'
  | 'too-large-unpacked'
  | 'too-many-entries'
  | 'too-many-files'
  | 'cut-off'
  | 'damaged'
  | 'protected-zip'
  | 'large-zip-within'
  | 'several-exports'
  | 'unsafe-names'
  | 'encrypted'
  | 'newer-version'
  | 'no-entries'
  | 'endless-quote'
  | 'too-deep'
  | 'unknown'
  | 'other-kind';

/** A file that cannot be imported, as a code that the page says in words. */
export class ImportFailure extends Error {
  /** @param detail the app of an encrypted file, or the kind of a file that is none of ours */
  constructor(
    readonly code: FailureCode,
    readonly detail?: string,
  ) {
    super(detail === undefined ? code : `${code}: ${detail}`);
  }
}

/** Bounds of what is read. The memory of the tab stays below 500 MB with them. */
export const BOUNDS = {
  /** Bytes of a file that is not a ZIP, and of all texts that are read from a ZIP. */
  textBytes: 100_000_000,
  /** Bytes of a text in a ZIP that is larger than this is read only if it was not compressed more than `ratio` times. */
  suspiciousBytes: 10_000_000,
  ratio: 200,
  filesInZip: 200_000,
  /** Bytes of packed ZIPs within a ZIP, all together, when they are unpacked. */
  innerZipBytes: 200_000_000,
  entries: 100_000,
  /** Entries that are listed with a reason or a remark, each. */
  listed: 10_000,
} as const;

import type { NewAccessTokenDto } from '@inner-weather/contracts/accounts/access-tokens.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { SubscribeDto } from '@inner-weather/contracts/reminders/reminders.dto';
import type { Person } from './api.js';

/** The parts of a request of a route. */
export interface RouteRequest {
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  /** A body that is a photo. */
  photo?: Buffer;
}

/** A user with data of their own, in which every word differs from those of other users. */
export interface Owner {
  person: Person;
  /** This person's name, and the words of an entry. */
  mark: string;
  entry: EntryDto;
  insight: InsightJobDto;
  /** The cursor at the end of a first page. */
  entriesCursor: string;
  insightsCursor: string;
  /** The import of a third entry. */
  importId: string;
  /** What is measured in the second entry. */
  measureId: string;
  /** A mood of their own. */
  moodId: string;
  /** A photo of the first entry. */
  photoId: string;
  /** With every scope. */
  accessToken: NewAccessTokenDto;
  /** A device that is reminded, and the secret of the link to the calendar. */
  subscription: SubscribeDto;
  deviceId: string;
  feedSecret: string;
  /** The key under which the entry was written and the insight was requested. */
  idempotencyKey: string;
}

import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDateString,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { WEEK_PATTERN } from '@inner-weather/domain/time/iso-week';
import { PLACE_PATTERN } from '@inner-weather/domain/weather/place';
import { IsDay, Length, MaxLength } from '../validation/validators.js';

/*
 * The events of the services. A name starts with the owner, is in the past tense and ends with a version. A version may
 * only gain fields. Payloads never contain the text of an entry or the name of a user: a consumer that needs them calls
 * the service that owns them.
 */

class EntryEvent {
  @IsString()
  entryId: string;

  @IsString()
  userId: string;

  /** The moment that the entry belongs to, ISO 8601 with its offset. */
  @IsDateString()
  createdAt: string;

  /** The day that the entry belongs to. */
  @IsDay()
  day: string;
}

class WeatherWantedEvent extends EntryEvent {
  /** The city, as the user wrote it. */
  @IsString()
  @Length(1, LIMITS.locationMax)
  location: string;

  /** The place of the city as a `geo:` URI, see place.ts. If absent, the name of the city is looked up. */
  @IsOptional()
  @Matches(PLACE_PATTERN)
  @IsString()
  place?: string;

  /** Identifies the city and the moment. A result is used only while the entry still waits for this key. */
  @IsString()
  weatherKey: string;
}

/** An entry was stored. */
export class JournalEntryCreatedV1 extends WeatherWantedEvent {
  /** `ready`: no look-up is needed, for example because the client sent the weather. */
  @IsIn(['pending', 'ready'])
  weatherStatus: 'pending' | 'ready';
}

/**
 * The weather of an entry must be looked up (again): its city has changed, an earlier look-up failed or had no result,
 * or the user asked again.
 */
export class JournalEntryRelocatedV1 extends WeatherWantedEvent {
  /** True for a single attempt, because no user waits for the result and journal repeats the request. Absent: false. */
  @IsOptional()
  @IsBoolean()
  background?: boolean;
}

/** The writer changed an entry. If it moved to another day, the event is published for both days. */
export class JournalEntryUpdatedV1 extends EntryEvent {}

/** The writer deleted an entry. */
export class JournalEntryDeletedV1 extends EntryEvent {}

/** Entries of a user no longer have these photos: they were deleted, or changed. Another entry may have them. */
export class JournalPhotosDroppedV1 {
  @IsString()
  userId: string;

  @IsString({ each: true })
  @ArrayMaxSize(LIMITS.photosMax)
  @IsArray()
  photoIds: string[];
}

/** The weather of an entry is known: at its city, at its moment. */
export class WeatherObservationReadyV1 {
  @IsString()
  entryId: string;

  @IsString()
  weatherKey: string;

  /** The condition in the provider's words. */
  @IsString()
  @Length(1, LIMITS.weatherMax)
  condition: string;

  /** Degrees Celsius. Absent if the provider sent none. */
  @IsOptional()
  @Max(LIMITS.temperatureMax)
  @Min(LIMITS.temperatureMin)
  @IsNumber()
  temperature?: number;

  /** The place of the weather as a `geo:` URI. Absent if the provider did not send it. */
  @IsOptional()
  @Matches(PLACE_PATTERN)
  @IsString()
  place?: string;

  @IsString()
  provider: string;

  /** When the condition was read from the provider, ISO 8601. */
  @IsDateString()
  observedAt: string;

  /** The moment of the weather, ISO 8601: the entry's `createdAt`. */
  @IsDateString()
  moment: string;
}

/** The weather at an entry's city could not be looked up. */
export class WeatherObservationFailedV1 {
  @IsString()
  entryId: string;

  @IsString()
  weatherKey: string;

  /** `no_such_city` and `no_history` are permanent; `provider_refused` and `provider_unavailable` may be temporary. */
  @IsString()
  @MaxLength(200)
  reason: string;
}

/** An account was deleted. Consumers delete everything that belongs to it. */
export class AuthUserDeletedV1 {
  @IsString()
  userId: string;
}

/** A user has a new password. What opened something of theirs without one, such as a secret link, ends. */
export class AuthPasswordChangedV1 {
  @IsString()
  userId: string;

  /** ISO 8601. What was made later stays. */
  @IsDateString()
  changedAt: string;
}

/** A session ended early. Tokens with its id are refused from now on. */
export class AuthSessionRevokedV1 {
  @IsString()
  sessionId: string;

  /** Seconds since the epoch. By then every token of the session has expired. */
  @IsInt()
  until: number;
}

/** A user requested an insight. The payload has only the job's id; the details are in the job's document. */
export class InsightsJobRequestedV1 {
  @IsString()
  jobId: string;
}

/** Identifies a letter among those of a user. */
class LetterEvent {
  @IsString()
  userId: string;

  /** The ISO week of its last day, as in 2026-W48: one letter for each. */
  @Matches(WEEK_PATTERN)
  @IsString()
  week: string;
}

/** It is time for the letter of a week. The last day is that of the evening that the user chose; both are included. */
export class RemindersLetterDueV1 extends LetterEvent {
  @IsDay()
  startDate: string;

  @IsDay()
  endDate: string;
}

/** The letter of a week was written. */
export class InsightsLetterWrittenV1 extends LetterEvent {
  @IsString()
  insightId: string;
}

/** The registry of events: the payload class, and the only service that may publish the event. */
export const EVENTS = {
  'journal.entry.created.v1': { owner: 'journal', payload: JournalEntryCreatedV1 },
  'journal.entry.relocated.v1': { owner: 'journal', payload: JournalEntryRelocatedV1 },
  'journal.entry.updated.v1': { owner: 'journal', payload: JournalEntryUpdatedV1 },
  'journal.entry.deleted.v1': { owner: 'journal', payload: JournalEntryDeletedV1 },
  'journal.photos.dropped.v1': { owner: 'journal', payload: JournalPhotosDroppedV1 },
  'weather.observation.ready.v1': { owner: 'weather', payload: WeatherObservationReadyV1 },
  'weather.observation.failed.v1': { owner: 'weather', payload: WeatherObservationFailedV1 },
  'auth.user.deleted.v1': { owner: 'auth', payload: AuthUserDeletedV1 },
  'auth.password.changed.v1': { owner: 'auth', payload: AuthPasswordChangedV1 },
  'auth.session.revoked.v1': { owner: 'auth', payload: AuthSessionRevokedV1 },
  'insights.job.requested.v1': { owner: 'insights', payload: InsightsJobRequestedV1 },
  'insights.letter.written.v1': { owner: 'insights', payload: InsightsLetterWrittenV1 },
  'reminders.letter.due.v1': { owner: 'reminders', payload: RemindersLetterDueV1 },
} as const;

export type EventName = keyof typeof EVENTS;

/** The payload type of each event. */
export type EventMap = { [Name in EventName]: InstanceType<(typeof EVENTS)[Name]['payload']> };

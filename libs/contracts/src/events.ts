import { IsDateString, IsIn, IsInt, IsString, Length, MaxLength } from 'class-validator';
import { LIMITS } from './limits.js';

/*
 * What the services tell each other: past tense, owner first, versioned. Within a version only additions.
 * No payload holds an entry's text or a person's name: whoever needs them asks their owner.
 */

class EntryEvent {
  @IsString()
  entryId: string;

  @IsString()
  userId: string;

  /** When the entry was written, ISO 8601. */
  @IsDateString()
  createdAt: string;
}

class WeatherWantedEvent extends EntryEvent {
  /** The city, as the person wrote it. */
  @IsString()
  @Length(1, LIMITS.locationMax)
  location: string;

  /** Names city and moment: an answer counts only while the entry still waits under this very key. */
  @IsString()
  weatherKey: string;
}

/** An entry was stored. */
export class JournalEntryCreatedV1 extends WeatherWantedEvent {
  /** `ready`: the client sent the weather along, and nobody needs to look it up. */
  @IsIn(['pending', 'ready'])
  weatherStatus: 'pending' | 'ready';
}

/** A stamp is wanted (again): the entry has another city now, or an earlier request was never answered. */
export class JournalEntryRelocatedV1 extends WeatherWantedEvent {}

/** The writer changed an entry. */
export class JournalEntryUpdatedV1 extends EntryEvent {}

/** The writer deleted an entry. */
export class JournalEntryDeletedV1 extends EntryEvent {}

/** The weather at an entry's city is known. */
export class WeatherObservationReadyV1 {
  @IsString()
  entryId: string;

  @IsString()
  weatherKey: string;

  /** The condition in the provider's words. */
  @IsString()
  @Length(1, LIMITS.weatherMax)
  condition: string;

  @IsString()
  provider: string;

  /** When the condition was read from the provider, ISO 8601. */
  @IsDateString()
  observedAt: string;
}

/** The weather at an entry's city will not become known. */
export class WeatherObservationFailedV1 {
  @IsString()
  entryId: string;

  @IsString()
  weatherKey: string;

  /** For the log: `no_such_city`, `provider_refused` or `provider_unavailable`. */
  @IsString()
  @MaxLength(200)
  reason: string;
}

/** An account was deleted: everything that belongs to it goes. */
export class AuthUserDeletedV1 {
  @IsString()
  userId: string;
}

/** A session ended before its time: tokens that carry its id are refused from now on. */
export class AuthSessionRevokedV1 {
  @IsString()
  sessionId: string;

  /** Seconds since the epoch, after which no token of the session is valid any more. */
  @IsInt()
  until: number;
}

/** Somebody asked for an insight. The job document is the truth; this carries only its id. */
export class InsightsJobRequestedV1 {
  @IsString()
  jobId: string;
}

/** The one registry: name -> payload class and the service that alone may publish it. */
export const EVENTS = {
  'journal.entry.created.v1': { owner: 'journal', payload: JournalEntryCreatedV1 },
  'journal.entry.relocated.v1': { owner: 'journal', payload: JournalEntryRelocatedV1 },
  'journal.entry.updated.v1': { owner: 'journal', payload: JournalEntryUpdatedV1 },
  'journal.entry.deleted.v1': { owner: 'journal', payload: JournalEntryDeletedV1 },
  'weather.observation.ready.v1': { owner: 'weather', payload: WeatherObservationReadyV1 },
  'weather.observation.failed.v1': { owner: 'weather', payload: WeatherObservationFailedV1 },
  'auth.user.deleted.v1': { owner: 'auth', payload: AuthUserDeletedV1 },
  'auth.session.revoked.v1': { owner: 'auth', payload: AuthSessionRevokedV1 },
  'insights.job.requested.v1': { owner: 'insights', payload: InsightsJobRequestedV1 },
} as const;

export type EventName = keyof typeof EVENTS;

/** name -> payload, for everything that is typed by event. */
export type EventMap = { [Name in EventName]: InstanceType<(typeof EVENTS)[Name]['payload']> };

import type { EventName, JournalEntryCreatedV1 } from './events.js';

export const SERVICES = ['gateway', 'auth', 'media', 'journal', 'weather', 'insights', 'reminders'] as const;

export type ServiceName = (typeof SERVICES)[number];

/** The durable topic exchange on which every event is published. */
export const EVENTS_EXCHANGE = 'inner-weather.events';

/**
 * The routing key of a new entry whose weather is already known. Queues of all consumers but weather's are bound to it,
 * so that the weather service receives only entries that it has to look up.
 */
const CREATED_WITH_WEATHER = 'journal.entry.created.v1.with-weather';

/** The routing key of an event: its name, with the exception above. The type of the message is always the name. */
export function routingKeyOf(event: string, payload: unknown): string {
  const isReady = (created: unknown): boolean => (created as JournalEntryCreatedV1).weatherStatus === 'ready';
  return event === 'journal.entry.created.v1' && isReady(payload) ? CREATED_WITH_WEATHER : event;
}

/** Every routing key of an event. */
export const routingKeysOf = (event: EventName): string[] =>
  event === 'journal.entry.created.v1' ? [event, CREATED_WITH_WEATHER] : [event];

/** The routing keys that a queue is bound to. */
export const keysTo = ({ events, keys = [] }: QueueDefinition): string[] => [...events, ...keys];

/** A queue with its consumer, events and retries. */
export interface QueueDefinition {
  service: ServiceName;
  events: readonly EventName[];
  /** Routing keys in addition to the names of its events. */
  keys?: readonly string[];
  /**
   * Milliseconds between attempts. After the last delay and one more failure, a message goes to the queue's DLQ.
   */
  retryDelaysMs: readonly number[];
  /** Events that one replica handles concurrently. */
  prefetch: number;
  /** Every replica gets every message, in its own queue, which is deleted with its connection. */
  broadcast?: true;
}

/** Of weekly letters, which can wait: 71 minutes, in case journal or a mail server is down for a while. */
const LETTER_DELAYS_MS = [5_000, 60_000, 600_000, 3_600_000];

/** Every queue of the system that carries events. RPC queues are `rpc.<service>`. */
export const QUEUES = {
  /** Weather: 51 s of delays, so that the last attempt is within 60 s. */
  'weather.on-entry': {
    service: 'weather',
    events: ['journal.entry.created.v1', 'journal.entry.relocated.v1'],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 20,
  },
  'journal.on-weather': {
    service: 'journal',
    events: ['weather.observation.ready.v1', 'weather.observation.failed.v1'],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 50,
  },
  'journal.on-user-deleted': {
    service: 'journal',
    events: ['auth.user.deleted.v1'],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 5,
  },
  'insights.on-user-deleted': {
    service: 'insights',
    events: ['auth.user.deleted.v1'],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 5,
  },
  'insights.on-entry': {
    service: 'insights',
    // Without `relocated`: a new city also arrives as an update, and a repeated look-up does not change the entry.
    events: ['journal.entry.created.v1', 'journal.entry.updated.v1', 'journal.entry.deleted.v1'],
    keys: [CREATED_WITH_WEATHER],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 50,
  },
  /** Insights: 105 s of delays, so that the last attempt is within 3 minutes. */
  'insights.jobs': {
    service: 'insights',
    events: ['insights.job.requested.v1'],
    retryDelaysMs: [5_000, 10_000, 30_000, 60_000],
    // 1.5 times the number of concurrent requests that a worker sends to the model.
    prefetch: 24,
  },
  'insights.on-letter-due': {
    service: 'insights',
    events: ['reminders.letter.due.v1'],
    retryDelaysMs: LETTER_DELAYS_MS,
    prefetch: 10,
  },
  'reminders.on-letter': {
    service: 'reminders',
    events: ['insights.letter.written.v1'],
    retryDelaysMs: LETTER_DELAYS_MS,
    prefetch: 10,
  },
  /** The mail. */
  'auth.on-letter': {
    service: 'auth',
    events: ['insights.letter.written.v1'],
    retryDelaysMs: LETTER_DELAYS_MS,
    prefetch: 5,
  },
  'gateway.on-session-revoked': {
    service: 'gateway',
    events: ['auth.session.revoked.v1'],
    retryDelaysMs: [],
    prefetch: 50,
    broadcast: true,
  },
  'reminders.on-user-deleted': {
    service: 'reminders',
    events: ['auth.user.deleted.v1'],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 5,
  },
  'reminders.on-password-changed': {
    service: 'reminders',
    events: ['auth.password.changed.v1'],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 5,
  },
  'reminders.on-entry': {
    service: 'reminders',
    events: ['journal.entry.created.v1', 'journal.entry.updated.v1', 'journal.entry.deleted.v1'],
    keys: [CREATED_WITH_WEATHER],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 50,
  },
  'media.on-photos-dropped': {
    service: 'media',
    events: ['journal.photos.dropped.v1'],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 10,
  },
  'media.on-user-deleted': {
    service: 'media',
    events: ['auth.user.deleted.v1'],
    retryDelaysMs: [1_000, 5_000, 15_000, 30_000],
    prefetch: 5,
  },
} as const satisfies Record<string, QueueDefinition>;

export type QueueName = keyof typeof QUEUES;

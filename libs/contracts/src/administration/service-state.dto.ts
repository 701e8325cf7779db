import { SIGN_IN_FAILURES, type SignInFailure } from '@inner-weather/domain/problems/sign-in-failures';
import { SERVICES, type ServiceName } from '../messaging/topology.js';
import { Doc, TIME } from '../validation/documented.js';

/** What services depend on. */
export const DEPENDENCIES = ['broker', 'database', 'weather', 'model', 'mail', 'push', 'sign_in'] as const;

export type DependencyName = (typeof DEPENDENCIES)[number];

/**
 * `unused`: not called since the service started. `absent`: not configured, and nothing is missing without it.
 */
export const DEPENDENCY_STATES = ['working', 'failing', 'unused', 'absent'] as const;

export type DependencyState = (typeof DEPENDENCY_STATES)[number];

/** Why the last call to a dependency failed. */
export const DEPENDENCY_FAILURES = [
  'broker_unreachable',
  'broker_full',
  'database_unreachable',
  'provider_unavailable',
  'provider_refused',
  'model_unavailable',
  'model_refused',
  'model_wrote_nothing',
  'mail_unreachable',
  'mail_login_refused',
  'mail_refused',
  'push_unreachable',
  'push_refused',
  'push_private',
  ...(Object.keys(SIGN_IN_FAILURES) as SignInFailure[]),
] as const;

/** Characters of a reason. */
export const REASON_MAX = 200;

export type DependencyFailure = (typeof DEPENDENCY_FAILURES)[number];

export class FailureDto {
  @Doc({ enum: DEPENDENCY_FAILURES })
  code: DependencyFailure;

  @Doc(TIME)
  at: string;

  @Doc('What the other side answered, in its words, for the operator. Without addresses and keys.', {
    maxLength: REASON_MAX,
    example: 'web.push.apple.com: 403 BadJwtToken',
    required: false,
  })
  reason?: string;
}

/** A dependency as one process sees it. */
export class DependencyDto {
  @Doc({ enum: DEPENDENCIES })
  name: DependencyName;

  @Doc({ enum: DEPENDENCY_STATES })
  state: DependencyState;

  @Doc('Which one is configured, if there are several.', { example: 'open-meteo', required: false })
  provider?: string;

  @Doc('The last failure since the service started.', { type: FailureDto, required: false })
  lastFailure?: FailureDto;
}

/** Messages of one event queue. Null while a number is unknown. */
export class QueueStateDto {
  @Doc({ example: 'weather.on-entry' })
  name: string;

  @Doc('Events that no consumer has taken yet.', { type: Number, nullable: true })
  waiting: number | null;

  @Doc('Events between two attempts.', { type: Number, nullable: true })
  retrying: number | null;

  @Doc('Events that were given up (dead letters).', { type: Number, nullable: true })
  dead: number | null;
}

/** A service, as the replica that answered sees itself. */
export class ServiceStateDto {
  @Doc({ enum: SERVICES })
  service: ServiceName;

  @Doc({ example: '1.0.0' })
  version: string;

  @Doc(TIME)
  startedAt: string;

  @Doc('How many replicas take calls. One of them has answered. Null while it is unknown.', {
    type: Number,
    nullable: true,
  })
  replicas: number | null;

  @Doc({ type: [DependencyDto] })
  dependencies: DependencyDto[];

  @Doc('The queues that this service consumes.', { type: [QueueStateDto] })
  queues: QueueStateDto[];
}

/** An event that was given up. Its payload, which may contain a city, is not shown. */
export class DeadLetterDto {
  @Doc()
  eventId: string;

  @Doc({ example: 'journal.entry.created.v1' })
  type: string;

  @Doc('How often its consumer tried.')
  attempts: number;

  @Doc('Why the last attempt failed, for the operator, in English.')
  reason: string;

  @Doc('When it was given up (date-time). Empty if the broker gave it up.')
  failedAt: string;
}

/** GET /admin/queues/{queue}/dead-letters. */
export class DeadLettersDto {
  @Doc('All dead letters of the queue.')
  total: number;

  @Doc('The oldest ones.', { type: [DeadLetterDto] })
  letters: DeadLetterDto[];
}

/** POST /admin/queues/{queue}/replays. */
export class ReplayDto {
  @Doc('Dead letters that were put back into the queue, at their first attempt.')
  replayed: number;

  @Doc('Dead letters that are left.')
  left: number;
}

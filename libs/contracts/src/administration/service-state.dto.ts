import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SIGN_IN_FAILURES, type SignInFailure } from '@inner-weather/domain/problems/sign-in-failures';
import { SERVICES, type ServiceName } from '../messaging/topology.js';

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
  @ApiProperty({ enum: DEPENDENCY_FAILURES })
  code: DependencyFailure;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiPropertyOptional({
    maxLength: REASON_MAX,
    example: 'web.push.apple.com: 403 BadJwtToken',
    description: 'What the other side answered, in its words, for the operator. Without addresses and keys.',
  })
  reason?: string;
}

/** A dependency as one process sees it. */
export class DependencyDto {
  @ApiProperty({ enum: DEPENDENCIES })
  name: DependencyName;

  @ApiProperty({ enum: DEPENDENCY_STATES })
  state: DependencyState;

  @ApiPropertyOptional({
    example: 'open-meteo',
    description: 'Which one is configured, if there are several.',
  })
  provider?: string;

  @ApiPropertyOptional({ type: FailureDto, description: 'The last failure since the service started.' })
  lastFailure?: FailureDto;
}

/** Messages of one event queue. Null while a number is unknown. */
export class QueueStateDto {
  @ApiProperty({ example: 'weather.on-entry' })
  name: string;

  @ApiProperty({ type: Number, nullable: true, description: 'Events that no consumer has taken yet.' })
  waiting: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Events between two attempts.' })
  retrying: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Events that were given up (dead letters).' })
  dead: number | null;
}

/** A service, as the replica that answered sees itself. */
export class ServiceStateDto {
  @ApiProperty({ enum: SERVICES })
  service: ServiceName;

  @ApiProperty({ example: '1.0.0' })
  version: string;

  @ApiProperty({ format: 'date-time' })
  startedAt: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'How many replicas take calls. One of them has answered. Null while it is unknown.',
  })
  replicas: number | null;

  @ApiProperty({ type: [DependencyDto] })
  dependencies: DependencyDto[];

  @ApiProperty({ type: [QueueStateDto], description: 'The queues that this service consumes.' })
  queues: QueueStateDto[];
}

/** An event that was given up. Its payload, which may contain a city, is not shown. */
export class DeadLetterDto {
  @ApiProperty()
  eventId: string;

  @ApiProperty({ example: 'journal.entry.created.v1' })
  type: string;

  @ApiProperty({ description: 'How often its consumer tried.' })
  attempts: number;

  @ApiProperty({ description: 'Why the last attempt failed, for the operator, in English.' })
  reason: string;

  @ApiProperty({ description: 'When it was given up (date-time). Empty if the broker gave it up.' })
  failedAt: string;
}

/** GET /admin/queues/{queue}/dead-letters. */
export class DeadLettersDto {
  @ApiProperty({ description: 'All dead letters of the queue.' })
  total: number;

  @ApiProperty({ type: [DeadLetterDto], description: 'The oldest ones.' })
  letters: DeadLetterDto[];
}

/** POST /admin/queues/{queue}/replays. */
export class ReplayDto {
  @ApiProperty({ description: 'Dead letters that were put back into the queue, at their first attempt.' })
  replayed: number;

  @ApiProperty({ description: 'Dead letters that are left.' })
  left: number;
}

import type { DeadLettersDto, ReplayDto, ServiceStateDto } from '../administration/service-state.dto.js';
import type { ServiceName } from '../messaging/topology.js';
import type { NoRequest } from './requests.js';
import { IsId } from '../validation/fields.js';

/** One of the queues that the called service consumes. */
export class QueueRequest {
  @IsId()
  queue: string;
}

/** The services that answer calls: all but the gateway, which makes them. */
export type AnsweringService = Exclude<ServiceName, 'gateway'>;

/** The calls that every service answers in the same way, for the administrator's page. */
export type StateCalls = Record<
  `${AnsweringService}.get-state`,
  { request: NoRequest; answer: ServiceStateDto }
> &
  /** This and the next: `not_found` for a queue of another service. */
  Record<`${AnsweringService}.list-dead-letters`, { request: QueueRequest; answer: DeadLettersDto }> &
  /** Puts a bounded number of dead letters back into the queue, the oldest first. */
  Record<`${AnsweringService}.replay-dead-letters`, { request: QueueRequest; answer: ReplayDto }>;

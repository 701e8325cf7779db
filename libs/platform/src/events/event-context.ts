import { BaseRpcContext } from '@nestjs/microservices';

/** The metadata of an event, for its handler. */
export class EventContext extends BaseRpcContext<[]> {
  constructor(
    /** The same for every delivery of one event. */
    readonly eventId: string,
    readonly type: string,
    /** Counts from 1. */
    readonly attempt: number,
    /** If the handler fails now, the message goes to the DLQ. */
    readonly lastAttempt: boolean,
    readonly correlationId: string,
    /** When the event happened. */
    readonly timestamp: Date,
  ) {
    super([]);
  }
}

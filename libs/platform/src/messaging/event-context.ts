import { BaseRpcContext } from '@nestjs/microservices';

/** What a handler can know of the delivery beside its payload. */
export class EventContext extends BaseRpcContext<[]> {
  constructor(
    /** The same for every delivery of one event. */
    readonly eventId: string,
    readonly type: string,
    /** Counts from 1. */
    readonly attempt: number,
    /** A failure now sends the message to the DLQ. */
    readonly lastAttempt: boolean,
    readonly correlationId: string,
    /** When the event was published first. */
    readonly timestamp: Date,
  ) {
    super([]);
  }
}

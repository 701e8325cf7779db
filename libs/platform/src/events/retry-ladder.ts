import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { ConsumeMessage } from 'amqplib';
import { attemptOf, copyOf, HEADER } from '../messaging/envelope.js';
import type { Delivery } from '../messaging/queue-consumer.js';
import { type ConsumedQueue, deadLetterQueue, retryQueue } from '../messaging/topology.js';
import type { EventPublisher } from './event-publisher.js';
import { isPermanent } from './permanent-error.js';

/** Milliseconds before an unconfirmed copy is published again. */
const REPUBLISH_DELAY_MS = 1_000;

/**
 * Retries messages whose handler failed. Each queue has a ladder of delays: a copy of the message waits in a retry
 * queue for the delay of its attempt and then returns to its queue. After the last attempt, or a permanent error, the
 * copy goes to the dead-letter queue (DLQ).
 */
export class RetryLadder {
  private readonly logger = new Logger(RetryLadder.name);

  constructor(private readonly publisher: EventPublisher) {}

  /**
   * Publishes the copy. Resolves when the broker has confirmed it and the original may be acknowledged. Also resolves
   * when the channel of the original is closed, since the broker then delivers the original again.
   */
  async forward(
    queue: ConsumedQueue,
    message: ConsumeMessage,
    delivery: Delivery,
    error: unknown,
  ): Promise<void> {
    const attempt = attemptOf(message);
    const isRetried = outcomeOfFailure(queue, message, error) === 'retried';
    const delay = isRetried ? queue.retryDelaysMs[attempt - 1] : undefined;
    const target = delay === undefined ? deadLetterQueue(queue.name) : retryQueue(queue.name, delay);
    const { envelope, headers } = copyOf(message);
    const properties = {
      ...envelope,
      headers: {
        ...headers,
        [HEADER.attempt]: delay === undefined ? attempt : attempt + 1,
        [HEADER.queue]: queue.name,
        [HEADER.reason]: reasonOf(error),
        [HEADER.failedAt]: new Date().toISOString(),
      },
    };
    while (!delivery.lost) {
      try {
        await this.publisher.sendToQueue(target, message.content, properties);
        return;
      } catch (failure) {
        this.logger.warn({ queue: target, reason: String(failure), msg: 'a message was not forwarded yet' });
        await sleep(REPUBLISH_DELAY_MS);
      }
    }
  }
}

/** Whether this delivery is the last attempt. */
export function isLastAttempt(queue: ConsumedQueue, message: ConsumeMessage): boolean {
  return attemptOf(message) > queue.retryDelaysMs.length;
}

export function outcomeOfFailure(
  queue: ConsumedQueue,
  message: ConsumeMessage,
  error: unknown,
): 'retried' | 'dead' {
  return isLastAttempt(queue, message) || isPermanent(error) ? 'dead' : 'retried';
}

/** Kept short, because it is shown when the DLQ is listed. Error messages contain no user data. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
}

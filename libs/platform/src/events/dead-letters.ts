import type { ChannelModel, ConfirmChannel, GetMessage, Options } from 'amqplib';
import { copyOf, HEADER, headersOf } from '../messaging/envelope.js';
import { deadLetterQueue } from '../messaging/topology.js';

/** A message of a DLQ, as it is shown to a person. */
export interface DeadLetter {
  eventId: string;
  type: string;
  attempts: number;
  reason: string;
  failedAt: string;
  /** The event as JSON: ids and facts, never an entry's words. */
  payload: string;
}

/** What is done with a message of a DLQ. */
type Verdict = 'keep' | 'replay' | 'drop';

/**
 * Goes once through the DLQ of `queue`, oldest message first. `judge` decides about each message: keep it, replay it
 * (put it back into its queue, at its first attempt) or drop it. A replayed message leaves the DLQ only after the broker
 * has confirmed its copy, so a crash can duplicate it, but never lose it. Answers every message that was there.
 */
export async function walkDeadLetters(
  connection: ChannelModel,
  queue: string,
  judge: (letter: DeadLetter) => Verdict,
): Promise<{ letter: DeadLetter; verdict: Verdict }[]> {
  const channel = await connection.createConfirmChannel();
  const seen: { letter: DeadLetter; verdict: Verdict }[] = [];
  const kept: GetMessage[] = [];
  try {
    const { messageCount } = await channel.checkQueue(deadLetterQueue(queue));
    for (let left = messageCount; left > 0; left -= 1) {
      const message = await channel.get(deadLetterQueue(queue));
      if (!message) break;
      const letter = describe(message);
      const verdict = judge(letter);
      seen.push({ letter, verdict });
      if (verdict === 'keep') kept.push(message);
      else {
        if (verdict === 'replay') await replay(channel, queue, message);
        channel.ack(message);
      }
    }
  } finally {
    for (const message of kept) channel.nack(message, false, true);
    await channel.close();
  }
  return seen;
}

function describe(message: GetMessage): DeadLetter {
  const { messageId, type } = message.properties as Options.Publish;
  const headers = headersOf(message);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    eventId: text(messageId),
    type: text(type),
    attempts: Number(headers[HEADER.attempt] ?? 1),
    // The broker gives the reason in its own header when it moved the message itself.
    reason: text(headers[HEADER.reason]) || text(headers['x-first-death-reason']) || 'unknown',
    failedAt: text(headers[HEADER.failedAt]),
    payload: message.content.toString(),
  };
}

async function replay(channel: ConfirmChannel, queue: string, message: GetMessage): Promise<void> {
  const { envelope, headers } = copyOf(message);
  const { [HEADER.reason]: _reason, [HEADER.failedAt]: _failedAt, ...own } = headers;
  const properties = { ...envelope, persistent: true, headers: { ...own, [HEADER.attempt]: 1 } };
  channel.sendToQueue(queue, message.content, properties);
  await channel.waitForConfirms();
}

import type { ChannelModel, ConfirmChannel, GetMessage, Options } from 'amqplib';
import { copyOf, HEADER, headersOf } from '../messaging/envelope.js';
import { deadLetterQueue } from '../messaging/topology.js';

/** A message of a DLQ, as it is shown to the operator. */
export interface DeadLetter {
  eventId: string;
  type: string;
  attempts: number;
  reason: string;
  failedAt: string;
  /** The event as JSON. It has ids and facts, never the text of an entry. */
  payload: string;
}

type Verdict = 'keep' | 'replay' | 'drop';

/**
 * Goes through the DLQ of `queue` once, oldest message first. `judge` decides whether to keep a message, to replay it
 * (put it back into its queue, at its first attempt) or to drop it. A replayed message leaves the DLQ only after the
 * broker has confirmed the copy, so a crash can duplicate a message but never lose one. Returns every message that it
 * looked at, `max` at most, and how many the DLQ had.
 */
export async function walkDeadLetters(
  connection: ChannelModel,
  queue: string,
  judge: (letter: DeadLetter) => Verdict,
  max = Number.POSITIVE_INFINITY,
): Promise<{ total: number; results: { letter: DeadLetter; verdict: Verdict }[] }> {
  const channel = await connection.createConfirmChannel();
  // Without a listener, a queue that does not exist would end the process.
  channel.on('error', () => undefined);
  let total = 0;
  const results: { letter: DeadLetter; verdict: Verdict }[] = [];
  const keptMessages: GetMessage[] = [];
  try {
    const { messageCount } = await channel.checkQueue(deadLetterQueue(queue));
    total = messageCount;
    for (let remaining = Math.min(total, max); remaining > 0; remaining -= 1) {
      const message = await channel.get(deadLetterQueue(queue));
      if (!message) break;
      const letter = describe(message);
      const verdict = judge(letter);
      results.push({ letter, verdict });
      if (verdict === 'keep') keptMessages.push(message);
      else {
        if (verdict === 'replay') await replay(channel, queue, message);
        channel.ack(message);
      }
    }
  } finally {
    // If the channel is lost, the broker puts them back by itself.
    await putBack(channel, keptMessages).catch(() => undefined);
  }
  return { total, results };
}

async function putBack(channel: ConfirmChannel, messages: GetMessage[]): Promise<void> {
  for (const message of messages) channel.nack(message, false, true);
  await channel.close();
}

function describe(message: GetMessage): DeadLetter {
  const { messageId, type } = message.properties as Options.Publish;
  const headers = headersOf(message);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    eventId: text(messageId),
    type: text(type),
    attempts: Number(headers[HEADER.attempt] ?? 1),
    // If the broker moved the message itself, the reason is in the broker's own header.
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

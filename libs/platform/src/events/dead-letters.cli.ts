import 'reflect-metadata';
import { type QueueDefinition, QUEUES } from '@inner-weather/contracts/messaging/topology';
import { type ChannelModel, connect } from 'amqplib';
import { BrokerConfig, parseConfig } from '../config.js';
import { walkDeadLetters } from './dead-letters.js';
import { deadLetterQueue, retryQueue } from '../messaging/topology.js';

const HELP = `Manages dead-lettered messages. AMQP_URL is the address of the broker.

  list                       counts the messages in each queue, between attempts and in each DLQ
  list <queue>               lists the messages of one DLQ: event id, type, attempts, time, reason
  replay <queue> <event id>  puts one message back into its queue; --all in place of an id for all messages
  drop <queue> <event id>    deletes one message; --all in place of an id for all messages
`;

const NAMES = Object.entries(QUEUES as Record<string, QueueDefinition>)
  .filter(([, queue]) => !queue.broadcast)
  .map(([name]) => name);

async function main([command, queue, which]: string[]): Promise<number> {
  const queueExists = queue === undefined || NAMES.includes(queue);
  const isComplete = command === 'list' || ((command === 'replay' || command === 'drop') && queue && which);
  if (!queueExists || !isComplete) {
    process.stderr.write(queueExists ? HELP : `There is no queue ${queue}. There are: ${NAMES.join(', ')}\n`);
    return 2;
  }
  const connection = await connect(parseConfig(BrokerConfig).AMQP_URL);
  try {
    if (command === 'list' && !queue) await showDepths(connection);
    else if (command === 'list' && queue) await showLetters(connection, queue);
    else if (queue && which)
      return await act(connection, command === 'drop' ? 'drop' : 'replay', queue, which);
    return 0;
  } finally {
    await connection.close();
  }
}

async function showDepths(connection: ChannelModel): Promise<void> {
  for (const name of NAMES) {
    const delays = (QUEUES as Record<string, QueueDefinition>)[name]?.retryDelaysMs ?? [];
    const waiting = await depth(connection, name);
    const retrying = await Promise.all(delays.map((delay) => depth(connection, retryQueue(name, delay))));
    const dead = await depth(connection, deadLetterQueue(name));
    const sum = retrying.reduce<number>((total, count) => total + (count ?? 0), 0);
    process.stdout.write(
      `${name.padEnd(26)} waiting ${waiting ?? '-'}  retrying ${sum}  dead ${dead ?? '-'}\n`,
    );
  }
}

/** Returns undefined if the queue does not exist, in which case the broker closes the channel. */
async function depth(connection: ChannelModel, queue: string): Promise<number | undefined> {
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  try {
    const { messageCount } = await channel.checkQueue(queue);
    await channel.close();
    return messageCount;
  } catch {
    return undefined;
  }
}

async function showLetters(connection: ChannelModel, queue: string): Promise<void> {
  const { results: letters } = await walkDeadLetters(connection, queue, () => 'keep');
  for (const { letter } of letters) {
    const { eventId, type, attempts, failedAt, reason } = letter;
    process.stdout.write(`${eventId}  ${type}  attempts ${attempts}  ${failedAt}  ${reason}\n`);
  }
  process.stdout.write(`${letters.length} in ${deadLetterQueue(queue)}\n`);
}

async function act(
  connection: ChannelModel,
  verdict: 'replay' | 'drop',
  queue: string,
  which: string,
): Promise<number> {
  const { results: letters } = await walkDeadLetters(connection, queue, (letter) =>
    which === '--all' || letter.eventId === which ? verdict : 'keep',
  );
  const count = letters.filter((one) => one.verdict === verdict).length;
  process.stdout.write(
    `${count} ${verdict === 'drop' ? 'dropped' : 'replayed'}, ${letters.length - count} kept\n`,
  );
  return count > 0 || which === '--all' ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));

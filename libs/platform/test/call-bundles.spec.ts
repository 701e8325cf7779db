import { DomainError } from '@inner-weather/contracts/errors';
import { eventually } from '@inner-weather/testing/eventually';
import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import type { INestApplicationContext, INestMicroservice } from '@nestjs/common';
import { type Channel, type ChannelModel, connect, type ConsumeMessage } from 'amqplib';
import { HealthRegistry } from '../src/health.js';
import { bundleOf, isBundle, takeApart } from '../src/messaging/bundle.js';
import { declareRpcQueue, rpcBundleQueue, rpcQueue } from '../src/messaging/topology.js';
import { RpcClient } from '../src/rpc/rpc-client.js';
import { newProbe, type Probe, startCaller, startService } from './messaging-app.js';

const REPLY_TO = 'amq.rabbitmq.reply-to';
const PEOPLE = Array.from({ length: 60 }, (_, n) => `person ${n}`);

describe('calls that are made at the same time', () => {
  let infrastructure: TestInfrastructure;
  let probe: Probe;
  let service: INestMicroservice | undefined;
  let caller: INestApplicationContext;
  let admin: ChannelModel;
  let channel: Channel;

  const serve = async () => {
    service = await startService(infrastructure.amqpUrl, probe);
    await isUp(service);
  };
  const isUp = (app: INestApplicationContext) =>
    eventually(async () => expect(await app.get(HealthRegistry).run()).toEqual({ broker: true }));
  const call = (userId: string, timeoutMs = 5_000) =>
    caller.get(RpcClient).call('journal.create-entry', { userId, entry: {} as never }, { timeoutMs });
  const callAll = () => Promise.all(PEOPLE.map((person) => call(person)));
  const answers = PEOPLE.map((person) => ({ to: person }));

  beforeAll(async () => {
    infrastructure = await testInfrastructure();
    admin = await connect(infrastructure.amqpUrl);
  });

  beforeEach(async () => {
    probe = newProbe();
    probe.onCall = ({ userId }) => Promise.resolve({ to: userId });
    channel = await admin.createChannel();
    caller = await startCaller(infrastructure.amqpUrl);
    await isUp(caller);
  });

  afterEach(async () => {
    await channel.close();
    await caller.close();
    await service?.close();
    service = undefined;
    const deleting = await admin.createChannel();
    for (const queue of [rpcQueue('journal'), rpcBundleQueue('journal')]) await deleting.deleteQueue(queue);
    await deleting.close();
  });

  afterAll(async () => {
    await admin.close();
    await infrastructure.close();
  });

  /** Takes the part of the service: consumes one of its queues and answers each message as `answer` says. */
  const standIn = async (
    nameOf: typeof rpcQueue,
    answer: (message: ConsumeMessage) => void = () => undefined,
  ) => {
    const got: ConsumeMessage[] = [];
    const queue = await declareRpcQueue(channel, 'journal', nameOf);
    const onMessage = (message: ConsumeMessage | null): void => {
      if (!message) return;
      got.push(message);
      answer(message);
    };
    await channel.consume(queue, onMessage, { noAck: true });
    return got;
  };
  const answerTo = ({ content, properties }: ConsumeMessage) => {
    const { userId } = JSON.parse(content.toString()) as { userId: string };
    const headers = { 'x-status': 'ok' };
    const { correlationId } = properties as { correlationId: string };
    return { properties: { correlationId, headers }, body: Buffer.from(JSON.stringify({ to: userId })) };
  };
  const answerAlone = (message: ConsumeMessage): void => {
    const { body, properties } = answerTo(message);
    channel.publish('', String(message.properties.replyTo), body, properties);
  };

  it('are taken after a bundle that cannot be read', async () => {
    await serve();
    const broken = Array.from({ length: 20 }, () => 'not a bundle');
    for (const text of broken) {
      channel.sendToQueue(rpcBundleQueue('journal'), Buffer.from(text), bundleOf([]).properties);
    }
    await eventually(async () => {
      const { messageCount, consumerCount } = await channel.checkQueue(rpcBundleQueue('journal'));
      expect([messageCount, consumerCount]).toEqual([0, 1]);
    });
    expect(await callAll()).toEqual(answers);
  });

  it('are each answered for themselves', async () => {
    await serve();
    probe.onCall = ({ userId }) =>
      userId === PEOPLE[7]
        ? Promise.reject(new DomainError('rate_limited', 'Too many.', 7))
        : Promise.resolve({ to: userId });
    const outcomes = await Promise.allSettled(PEOPLE.map((person) => call(person)));
    expect(outcomes[7]).toMatchObject({ reason: { code: 'rate_limited', retryAfter: 7 } });
    expect(outcomes.filter((_, n) => n !== 7)).toEqual(
      answers.filter((_, n) => n !== 7).map((value) => ({ status: 'fulfilled', value })),
    );
  });

  it('end each at its own deadline', async () => {
    await serve();
    let release = (): void => undefined;
    probe.onCall = ({ userId }) =>
      userId === 'slow' ? new Promise((resolve) => (release = () => resolve(null))) : Promise.resolve('done');
    const all = [call('quick'), call('slow', 300), call('quick too')];
    expect(await Promise.allSettled(all)).toMatchObject([
      { value: 'done' },
      { reason: { code: 'timeout' } },
      { value: 'done' },
    ]);
    release();
  });

  it('are one message, and so can their answers be', async () => {
    await declareRpcQueue(channel, 'journal');
    const got = await standIn(rpcBundleQueue, (message) => {
      const { body, properties } = bundleOf(takeApart(message)!.map(answerTo));
      channel.publish('', String(message.properties.replyTo), body, properties);
    });
    expect(await callAll()).toEqual(answers);
    expect(got).toHaveLength(1);
  });

  it('are answered together, and only those that came together', async () => {
    await serve();
    const seen: ConsumeMessage[] = [];
    await channel.consume(REPLY_TO, (message) => void (message && seen.push(message)), { noAck: true });
    const part = (userId: string, deadline: number) => ({
      properties: {
        type: 'journal.create-entry',
        correlationId: userId,
        headers: { 'x-deadline': deadline },
      },
      body: Buffer.from(JSON.stringify({ userId })),
    });
    const called: string[] = [];
    probe.onCall = ({ userId }) => Promise.resolve(called.push(userId));
    const soon = Date.now() + 5_000;
    const { body, properties } = bundleOf([part('a', soon), part('late', Date.now() - 10), part('b', soon)]);
    channel.publish('', rpcBundleQueue('journal'), body, { ...properties, replyTo: REPLY_TO });
    await eventually(() => expect(seen).toHaveLength(1));
    const statuses = takeApart(seen[0]!)!.map(({ properties: { correlationId, headers } }) => [
      String(correlationId),
      String(headers?.['x-status']),
    ]);
    expect(statuses.sort()).toEqual([
      ['a', 'ok'],
      ['b', 'ok'],
      ['late', 'error'],
    ]);
    expect(called).toEqual(['a', 'b']);

    for (const person of ['c', 'd']) {
      const alone = part(person, soon);
      channel.publish('', rpcQueue('journal'), alone.body, { ...alone.properties, replyTo: REPLY_TO });
    }
    await eventually(() => expect(seen).toHaveLength(3));
    expect(seen.slice(1).map(isBundle)).toEqual([false, false]);
  });

  it('are answered while those that came before them in other bundles take long', async () => {
    await serve();
    const seen: string[] = [];
    await channel.consume(
      REPLY_TO,
      (message) =>
        takeApart(message!)?.forEach(({ properties }) => seen.push(String(properties.correlationId))),
      { noAck: true },
    );
    const released: (() => void)[] = [];
    probe.onCall = ({ userId }) =>
      userId.startsWith('slow')
        ? new Promise((resolve) => released.push(() => resolve(null)))
        : Promise.resolve(null);
    const send = (...people: string[]) => {
      const { body, properties } = bundleOf(
        people.map((userId) => ({
          properties: {
            type: 'journal.create-entry',
            correlationId: userId,
            headers: { 'x-deadline': Date.now() + 10_000 },
          },
          body: Buffer.from(JSON.stringify({ userId })),
        })),
      );
      channel.publish('', rpcBundleQueue('journal'), body, { ...properties, replyTo: REPLY_TO });
    };
    for (let n = 0; n < 40; n += 1) send(`slow ${n}`, `slow too ${n}`);
    send('quick', 'quick too');
    await eventually(() => expect(seen.toSorted()).toEqual(['quick', 'quick too']));
    for (const release of released) release();
    await eventually(() => expect(seen).toHaveLength(82));
  });

  it('go alone while only services that know no bundles run', async () => {
    const got = await standIn(rpcQueue, answerAlone);
    // As after going back to version 0.2.0.
    await declareRpcQueue(channel, 'journal', rpcBundleQueue);
    expect(await callAll()).toEqual(answers);
    expect(got.filter(isBundle)).toEqual([]);
    expect(got).toHaveLength(PEOPLE.length);
  });

  it('are sent alone when the queue of bundles is gone', async () => {
    await standIn(rpcQueue, answerAlone);
    const bundles = await standIn(rpcBundleQueue, (message) =>
      takeApart(message)!.forEach((part) =>
        answerAlone({
          ...part,
          properties: { ...part.properties, replyTo: String(message.properties.replyTo) },
        }),
      ),
    );
    expect(await callAll()).toEqual(answers);
    expect(bundles).toHaveLength(1);
    await channel.deleteQueue(rpcBundleQueue('journal'));
    expect(await callAll()).toEqual(answers);
    expect(bundles).toHaveLength(1);
    await declareRpcQueue(channel, 'journal', rpcBundleQueue);
  });
});

import { randomUUID } from 'node:crypto';
import { type EventName, WeatherObservationReadyV1 } from '@inner-weather/contracts/messaging/events';
import { QUEUES } from '@inner-weather/contracts/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import { jest } from '@jest/globals';
import { Controller, type INestApplicationContext, type INestMicroservice } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { tcpProxy, type TcpProxy } from '@inner-weather/testing/tcp-proxy';
import { type Channel, type ChannelModel, connect } from 'amqplib';
import { HealthRegistry } from '../src/health.js';
import { Broker } from '../src/messaging/broker.js';
import { walkDeadLetters } from '../src/events/dead-letters.js';
import { EventPublisher } from '../src/events/event-publisher.js';
import { deadLetterQueue } from '../src/messaging/topology.js';
import { PermanentError } from '../src/events/permanent-error.js';
import { RpcClient } from '../src/rpc/rpc-client.js';
import { AmqpServer } from '../src/transport/amqp-server.js';
import { newProbe, type Probe, startCaller, startService } from './messaging-app.js';

const QUEUE = 'journal.on-weather';
const READY = 'weather.observation.ready.v1';

const observation = (over: Partial<WeatherObservationReadyV1> = {}): WeatherObservationReadyV1 => ({
  entryId: randomUUID(),
  weatherKey: 'porto@1',
  condition: 'Sunny',
  provider: 'test',
  observedAt: new Date().toISOString(),
  moment: new Date().toISOString(),
  ...over,
});

describe('messaging', () => {
  let infrastructure: TestInfrastructure;
  let probe: Probe;
  let service: INestMicroservice;
  let caller: INestApplicationContext;
  let rpc: RpcClient;
  let events: EventPublisher;
  /** Connected directly to the broker. */
  let admin: ChannelModel;
  /** The proxy through which the processes under test connect. */
  let wire: TcpProxy;

  beforeAll(async () => {
    infrastructure = await testInfrastructure();
    admin = await connect(infrastructure.amqpUrl);
    wire = await tcpProxy(infrastructure.amqpUrl);
  });

  afterAll(async () => {
    await wire.close();
    await admin.close();
    await infrastructure.close();
  });

  const withChannel = async <T>(work: (channel: Channel) => Promise<T>): Promise<T> => {
    const channel = await admin.createChannel();
    const result = await work(channel);
    await channel.close();
    return result;
  };
  const start = async () => {
    probe = newProbe();
    service = await startService(wire.url, probe);
    caller = await startCaller(wire.url);
    rpc = caller.get(RpcClient);
    events = caller.get(EventPublisher);
    for (const app of [service, caller]) {
      await eventually(async () => expect(await app.get(HealthRegistry).run()).toEqual({ broker: true }));
    }
  };
  const empty = async () => {
    await walkDeadLetters(admin, QUEUE, () => 'drop');
    await withChannel((channel) => channel.purgeQueue(QUEUE));
    await withChannel((channel) => channel.purgeQueue(deadLetterQueue(QUEUE)));
  };
  const stop = async () => {
    probe.onReady = () => Promise.resolve();
    await service.close();
    await caller.close();
    // What the broker did not know to be handled when the service stopped would come to the next test.
    await empty();
  };
  /** For tests that leave the service and its connections as they are. */
  const shareService = () => {
    beforeAll(start);
    afterEach(async () => {
      Object.assign(probe, newProbe());
      await empty();
    });
    afterAll(stop);
  };
  const ownService = () => {
    beforeEach(start);
    afterEach(stop);
  };
  const create = (timeoutMs?: number) =>
    rpc.call('journal.create-entry', { userId: 'u', entry: {} as never }, timeoutMs ? { timeoutMs } : {});
  const deadLetters = async () =>
    (await walkDeadLetters(admin, QUEUE, () => 'keep')).results.map(({ letter }) => letter);

  describe('a call', () => {
    shareService();

    it('returns the answer', async () => {
      await expect(create()).resolves.toEqual({ hello: 'there' });
    });

    it('returns bytes and their metadata unchanged', async () => {
      const reply = await rpc.callRaw('journal.search-entries', {} as never);
      expect(reply.body.toString()).toBe('[ 1,2 ]');
      expect(reply.meta).toEqual({ total: '2' });
    });

    it("rejects with the other side's code and message", async () => {
      await expect(rpc.call('journal.delete-entry', { userId: 'u', entryId: 'e' })).rejects.toMatchObject({
        code: 'not_found',
        errors: [{ msg: 'There is no such entry.' }],
      });
    });

    it('that only another version of the service knows is unavailable, rather than about something missing', async () => {
      await expect(rpc.call('journal.check-import', {} as never)).rejects.toMatchObject({
        code: 'unavailable',
        errors: [{ code: 'part_unreachable' }],
      });
    });

    it('reveals nothing of an internal error', async () => {
      probe.onCall = () => Promise.reject(new Error('password=hunter2'));
      await expect(create()).rejects.toMatchObject({
        code: 'internal',
        message: expect.not.stringContaining('hunter2'),
      });
    });

    it('ends at its deadline', async () => {
      let release = (): void => undefined;
      probe.onCall = () => new Promise((resolve) => (release = () => resolve(null)));
      const startedAt = Date.now();
      await expect(create(200)).rejects.toMatchObject({ code: 'timeout' });
      // Room for a busy machine.
      expect(Date.now() - startedAt).toBeLessThan(15_000);
      release();
    });

    it('fails at once if the service has never run', async () => {
      // An hour: what ends the call is not its deadline.
      const call = rpc.call('insights.get', { userId: 'u', jobId: 'j' }, { timeoutMs: 60 * 60_000 });
      await expect(call).rejects.toMatchObject({ code: 'unavailable' });
    });
  });

  describe('a call without the other side', () => {
    ownService();

    it('is answered as soon as that is ready', async () => {
      await service.close();
      const answer = create();
      service = await startService(wire.url, probe, {
        prepare: (app) => {
          const { calling } = app.get(Broker);
          const connect = calling.start.bind(calling);
          calling.start = async () => void setTimeout(() => void connect(), 500);
        },
      });
      await expect(answer).resolves.toEqual({ hello: 'there' });
    });

    it('fails when the connection is lost while it waits', async () => {
      let release: (() => void) | undefined;
      probe.onCall = () => new Promise((resolve) => (release = () => resolve(null)));
      const call = create(30 * 60_000);
      const outcome = expect(call).rejects.toMatchObject({ code: 'unavailable' });
      await eventually(() => expect(release).toBeDefined());
      wire.cut();
      await outcome;
      release?.();
      probe.onCall = () => Promise.resolve({ hello: 'again' });
      await eventually(async () => expect(await create()).toEqual({ hello: 'again' }));
    });
  });

  describe('an event', () => {
    shareService();

    it('arrives with its id, its time and its correlation id', async () => {
      const mist = observation({ condition: 'Mist' });
      await events.publish(READY, Object.assign({ ofLaterVersion: 1 }, mist), { eventId: 'event-1' });
      await eventually(() => expect(probe.handled).toHaveLength(1));
      expect(probe.handled[0]?.payload).toEqual(mist);
      expect(probe.handled[0]).toMatchObject({
        payload: { condition: 'Mist' },
        context: {
          eventId: 'event-1',
          type: READY,
          attempt: 1,
          lastAttempt: false,
          correlationId: expect.any(String),
        },
      });
    });

    it('that fails is retried until it succeeds', async () => {
      probe.onReady = (_payload, { attempt }) =>
        attempt < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve();
      await events.publish(READY, observation());
      await eventually(() => expect(probe.handled.map(({ context }) => context.attempt)).toEqual([1, 2, 3]));
      expect(await deadLetters()).toEqual([]);
    });

    it('can be replayed by a call to its consumer, which lists it without its payload', async () => {
      probe.onReady = () => Promise.reject(new PermanentError('a bug'));
      const condition = 'words that stay inside';
      await events.publish(READY, observation({ condition }), { eventId: 'called' });
      const request = { queue: QUEUE };
      await eventually(async () =>
        expect(await rpc.call('journal.list-dead-letters', request)).toEqual({
          total: 1,
          letters: [
            {
              eventId: 'called',
              type: READY,
              attempts: 1,
              reason: 'PermanentError: a bug',
              failedAt: expect.any(String),
            },
          ],
        }),
      );
      const depth = async () =>
        (await rpc.call('journal.get-state', {})).queues.find(({ name }) => name === QUEUE);
      await eventually(async () => expect(await depth()).toMatchObject({ dead: 1 }));
      probe.onReady = () => Promise.resolve();
      expect(await rpc.call('journal.replay-dead-letters', request)).toEqual({ replayed: 1, left: 0 });
      await eventually(() => expect(probe.handled).toHaveLength(2));
      expect(probe.handled[1]?.context).toMatchObject({ eventId: 'called', attempt: 1 });
      expect(await rpc.call('journal.list-dead-letters', request)).toEqual({ total: 0, letters: [] });
    });

    it('of another service is nothing that a service shows', async () => {
      for (const queue of ['weather.on-entry', 'nope', ''])
        await expect(rpc.call('journal.list-dead-letters', { queue })).rejects.toMatchObject({
          code: 'not_found',
        });
    });

    it('that always fails ends in the DLQ with its reason, and blocks no other event', async () => {
      const bad = observation();
      probe.onReady = ({ entryId }) =>
        entryId === bad.entryId ? Promise.reject(new Error('no')) : Promise.resolve();
      await events.publish(READY, bad, { eventId: 'bad' });
      const good = [observation(), observation(), observation()];
      await Promise.all(good.map((one) => events.publish(READY, one)));
      await eventually(async () =>
        expect(await deadLetters()).toEqual([
          expect.objectContaining({ eventId: 'bad', attempts: 5, reason: 'Error: no' }),
        ]),
      );
      const seen = () => probe.handled.map(({ payload }) => payload.entryId);
      await eventually(() => expect(seen()).toEqual(expect.arrayContaining(good.map((one) => one.entryId))));
      expect(seen().filter((entryId) => entryId === bad.entryId)).toHaveLength(5);
    });

    it('is handled beside no more others than its queue allows', async () => {
      let now = 0;
      let most = 0;
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      probe.onReady = async () => {
        most = Math.max(most, (now += 1));
        await released;
        now -= 1;
      };
      const { prefetch } = QUEUES[QUEUE];
      const all = Array.from({ length: 3 * prefetch }, () => observation());
      await Promise.all(all.map((one) => events.publish(READY, one)));
      await eventually(() => expect(now).toBe(prefetch));
      release();
      await eventually(() => expect(probe.handled).toHaveLength(all.length));
      expect(most).toBe(prefetch);
    });

    it.each([
      ['is not JSON', Buffer.from('{"entryId":'), READY],
      ['is no object', Buffer.from('[]'), READY],
      ['lacks a field', Buffer.from('{"entryId":"e"}'), READY],
      ['has an unknown version', Buffer.from(JSON.stringify(observation())), 'weather.observation.ready.v99'],
    ])('that %s is never handled and ends in the DLQ', async (_what, body, type) => {
      const channel = await admin.createConfirmChannel();
      channel.sendToQueue(QUEUE, body, { persistent: true, type, messageId: 'poison' });
      await channel.waitForConfirms();
      await channel.close();
      await eventually(async () => expect(await deadLetters()).toHaveLength(1));
      expect(probe.handled).toHaveLength(0);
      await events.publish(READY, observation());
      await eventually(() => expect(probe.handled).toHaveLength(1));
    });

    it('that reaches no queue is returned to its publisher', async () => {
      await expect(events.publish('auth.session.revoked.v1', { sessionId: 's', until: 1 })).rejects.toThrow(
        'no queue',
      );
    });
  });

  describe('a consumer comes back', () => {
    ownService();

    const arrives = async (): Promise<void> => {
      const one = observation();
      await eventually(async () => events.publish(READY, one));
      await eventually(() =>
        expect(probe.handled.map(({ payload }) => payload.entryId)).toContain(one.entryId),
      );
    };

    it('after its queue was deleted', async () => {
      await withChannel((channel) => channel.deleteQueue(QUEUE));
      await arrives();
    });

    it('after its connections were cut', async () => {
      wire.cut();
      await arrives();
    });

    it('to what it had not handled, though it had acknowledged what came with it', async () => {
      const server: unknown = service.get(AmqpServer);
      const { consumers } = server as { consumers: { channel?: Channel }[] };
      const channels = consumers.flatMap(({ channel }) => (channel ? [channel] : []));
      const acks = channels.map((channel) => jest.spyOn(channel, 'ack'));
      const [before, slow, after] = [observation(), observation(), observation()];
      let finish = (): void => undefined;
      const finished = new Promise<void>((resolve) => (finish = resolve));
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      probe.onReady = ({ entryId }) => (entryId === slow.entryId ? released : finished);
      for (const one of [before, slow, after]) await events.publish(READY, one);
      const times = () =>
        [before, slow, after].map(
          ({ entryId }) => probe.handled.filter(({ payload }) => payload.entryId === entryId).length,
        );
      await eventually(() => expect(times()).toEqual([1, 1, 1]));
      finish();
      await eventually(() => expect(acks.flatMap(({ mock }) => mock.calls)).not.toEqual([]));
      // The broker has read the acknowledgements when it answers on their channel.
      await Promise.all(channels.map((channel) => channel.checkQueue(QUEUE)));
      probe.onReady = () => Promise.resolve();
      wire.cut();
      await eventually(() => expect(times()).toEqual([1, 2, 1]));
      release();
    });
  });

  describe('a stop', () => {
    ownService();

    it('waits for the handler and takes nothing new', async () => {
      let release = (): void => undefined;
      probe.onReady = () => new Promise((resolve) => (release = resolve));
      await events.publish(READY, observation());
      await eventually(() => expect(probe.handled).toHaveLength(1));
      let closed = false;
      // Its channels say when the broker delivers no more. The queue still counts a consumer that has to acknowledge.
      const server: unknown = service.get(AmqpServer);
      const { consumers } = server as { consumers: { channel?: Channel }[] };
      const cancels = consumers.flatMap(({ channel }) => (channel ? [jest.spyOn(channel, 'cancel')] : []));
      const closing = service.close().then(() => (closed = true));
      await eventually(() =>
        expect(cancels.map(({ mock }) => mock.calls.length)).toEqual(cancels.map(() => 1)),
      );
      await Promise.all(cancels.flatMap(({ mock }) => mock.results.map(({ value }) => value)));
      await events.publish(READY, observation());
      expect(closed).toBe(false);
      release();
      await closing;
      expect(probe.handled).toHaveLength(1);
      probe.onReady = () => Promise.resolve();
      service = await startService(wire.url, probe);
      await eventually(() => expect(probe.handled).toHaveLength(2));
    });
  });

  it('a subscription without a handler, or a handler without a queue, stops the boot', async () => {
    @Controller()
    class Wrong {
      @EventPattern<EventName>('journal.entry.created.v1')
      created(): void {
        // This service does not consume this event.
      }
    }
    await expect(startService(wire.url, newProbe(), { controllers: [Wrong] as never })).rejects.toThrow(
      /no handler for weather\.observation\.ready\.v1.*no queue brings journal\.entry\.created\.v1/,
    );
  });
});

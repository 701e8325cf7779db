import { randomUUID } from 'node:crypto';
import { eventually } from '@inner-weather/testing/eventually';
import { newContext, newTraceparent, runInContext } from '../src/context.js';
import { OutboxSuite, QUICK, requested, SLOW } from './outbox-suite.js';

describe('the relay of an outbox', () => {
  const suite = new OutboxSuite();
  const threeInOrder = () => [0, 1, 2].map((ms) => ({ ...requested(), at: new Date(ms) }));

  it('publishes on request, in the order in which the events happened, and then removes them', async () => {
    const events = threeInOrder();
    const _id = await suite.store(...[...events].reverse());
    suite.relay().publishSoon(_id);
    await suite.expectPublished(_id);
    await eventually(() => expect(suite.published).toEqual(events.map(({ id }) => id)));
  });

  it('publishes each event with the context and the time in which it happened', async () => {
    const queue = await suite.newQueue();
    const context = {
      ...newContext('a-correlation'),
      causationId: 'a-cause',
      traceparent: newTraceparent(),
    };
    const event = runInContext(context, requested);
    suite.relay().publishSoon(await suite.store({ ...event, at: new Date(1_000) }));
    const message = await eventually(async () => {
      const got = await suite.listener.get(queue, { noAck: true });
      if (!got) throw new Error('nothing yet');
      return got;
    });
    expect(message.properties).toMatchObject({
      messageId: event.id,
      correlationId: 'a-correlation',
      timestamp: 1_000,
      headers: { 'x-causation-id': 'a-cause', traceparent: context.traceparent },
    });
    expect(JSON.parse(message.content.toString())).toEqual(event.payload);
  });

  it('keeps an event that cannot be published, and publishes it later', async () => {
    suite.wire.refuse();
    await eventually(() => expect(suite.broker.publishing.isUp).toBe(false));
    const event = requested();
    const _id = await suite.store(event);
    const late = suite.relay(QUICK);
    late.publishSoon(_id);
    // It was tried and released for a later attempt.
    await eventually(async () => {
      const { outboxFence, outboxNextAt } = (await suite.find(_id))!;
      expect(outboxFence).not.toBe(event.id);
      expect(outboxNextAt!.getTime()).toBeLessThan(Date.now() + SLOW.leaseMs / 2);
    });
    expect(await suite.waitingEvents(_id)).toEqual([event.id]);
    suite.wire.resume();
    late.onApplicationBootstrap();
    await suite.expectPublished(_id);
    await eventually(() => expect(suite.published).toEqual([event.id]));
  });

  it('publishes, without another attempt, what was stored just before the broker could be reached', async () => {
    suite.wire.refuse();
    await eventually(() => expect(suite.broker.publishing.isUp).toBe(false));
    const _id = await suite.store(requested());
    // At once, since the attempt waits for the broker for two seconds only.
    suite.relay().publishSoon(_id);
    expect(suite.broker.publishing.isUp).toBe(false);
    suite.wire.resume();
    await suite.expectPublished(_id);
  });

  it('removes an event only after the broker has confirmed it', async () => {
    const event = requested();
    const _id = await suite.store(event);
    suite.wire.hang();
    let begun = false;
    const waiting = suite.relayWith((outgoing) => {
      const sending = suite.publisher.publishEvent(outgoing);
      begun = true;
      return sending;
    });
    waiting.publishSoon(_id);
    await eventually(() => expect(begun).toBe(true));
    suite.wire.resume();
    suite.wire.cut();
    await waiting.beforeApplicationShutdown();
    expect(await suite.waitingEvents(_id)).toEqual([event.id]);
    expect((await suite.find(_id))!.outboxNextAt).toBeInstanceOf(Date);
  });

  it('is not blocked by an event that the broker refuses', async () => {
    const bad = { ...requested(), type: 'nobody.wants.v1' as never };
    const refused = await Promise.all(
      Array.from({ length: 5 }, () => suite.store({ ...bad, id: randomUUID() })),
    );
    const rest = await Promise.all(Array.from({ length: 150 }, () => suite.store(requested())));
    await suite.relay().sweep();
    for (const id of rest) await suite.expectPublished(id);
    for (const id of refused) expect(await suite.waitingEvents(id)).toHaveLength(1);
  });

  it('publishes what comes before a failure and keeps what comes after it, in order', async () => {
    const events = threeInOrder();
    const _id = await suite.store(...events);
    let broken = true;
    const one = suite.relayWith(
      (event) =>
        broken && event.id === events[1]!.id
          ? Promise.reject(new Error('no room'))
          : suite.publisher.publishEvent(event),
      { retryMs: 0 },
    );
    one.publishSoon(_id);
    await eventually(async () =>
      expect(await suite.waitingEvents(_id)).toEqual([events[1]!.id, events[2]!.id]),
    );
    broken = false;
    await eventually(async () => {
      await one.sweep();
      expect((await suite.find(_id))!.outbox).toEqual({});
    });
    await eventually(() => expect(suite.published).toEqual(events.map(({ id }) => id)));
  });

  it('finishes what it has begun before it stops, and begins nothing after that', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => suite.store(requested())));
    const stopping = suite.relay();
    for (const id of ids) stopping.publishSoon(id);
    await stopping.beforeApplicationShutdown();
    for (const id of ids) expect(await suite.find(id)).toEqual({ _id: id, outbox: {} });
    const after = await suite.store(requested());
    stopping.onApplicationBootstrap();
    await stopping.beforeApplicationShutdown();
    expect(await suite.waitingEvents(after)).toHaveLength(1);
  });
});

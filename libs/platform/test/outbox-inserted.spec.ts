import { eventually } from '@inner-weather/testing/eventually';
import { outboxOnUpdate } from '../src/outbox/outbox.js';
import { OutboxSuite, QUICK, requested, SLOW } from './outbox-suite.js';

const LEASE_MS = 400;

describe('events that are claimed by the insert of their document', () => {
  const suite = new OutboxSuite();

  it('are published from memory and finished, many by one write', async () => {
    // The broker confirms all of them at the same moment, as a quick one does.
    let confirmed = 0;
    let goOn = (): void => undefined;
    const allConfirmed = new Promise<void>((resolve) => (goOn = resolve));
    const relay = suite.relayWith(async (event) => {
      await suite.publisher.publishEvent(event);
      confirmed += 1;
      if (confirmed === 2 * documents.length) goOn();
      if (lastEvents.has(event.id)) await allConfirmed;
    });
    const documents = await Promise.all(
      Array.from({ length: 100 }, () => suite.insert(relay, requested(), requested())),
    );
    const lastEvents = new Set(documents.map(({ outbox = {} }) => Object.keys(outbox).at(-1)));
    let updates = 0;
    suite.onCommand((name) => (updates += Number(name === 'update' || name === 'findAndModify')));
    for (const document of documents) relay.publishInserted(document);
    for (const { _id } of documents) await suite.expectPublished(_id);
    const events = documents.flatMap(({ outbox = {} }) => Object.keys(outbox));
    await eventually(() => expect([...suite.published].sort()).toEqual(events.sort()));
    expect(updates).toBeLessThan(25);
  });

  it('are left alone by other relays for the time of the lease, and then published by them', async () => {
    const crashed = suite.relay({ leaseMs: LEASE_MS });
    const document = await suite.insert(crashed, requested());
    const other = suite.relay(QUICK);
    other.onApplicationBootstrap();
    await suite.expectPublished(document._id);
    expect(Date.now()).toBeGreaterThanOrEqual(document.outboxNextAt!.getTime());
    await eventually(() => expect(suite.published).toEqual(Object.keys(document.outbox!)));
  });

  it('are published once more, under the same id, when the process ends before it has finished them', async () => {
    const event = requested();
    const crashed = suite.relay({ leaseMs: LEASE_MS });
    const document = await suite.insert(crashed, event);
    await suite.publisher.publishEvent(event);
    const other = suite.relay(QUICK);
    other.onApplicationBootstrap();
    await suite.expectPublished(document._id);
    await eventually(() => expect(suite.published).toEqual([event.id, event.id]));
  });

  it('do not hide an event that is added while they are published', async () => {
    const [first, second] = [requested(), requested()];
    const relay = suite.relayWith(async (event) => {
      await suite.publisher.publishEvent(event);
      if (event.id !== first.id) return;
      await suite.things.updateOne({ _id: document._id }, { $set: outboxOnUpdate([second]) });
    });
    const document = await suite.insert(relay, first);
    relay.publishInserted(document);
    await relay.beforeApplicationShutdown();
    expect(await suite.waitingEvents(document._id)).toContain(second.id);
    await suite.relay().sweep();
    await suite.expectPublished(document._id);
    await eventually(() => expect(new Set(suite.published)).toEqual(new Set([first.id, second.id])));
  });

  it('stay, and are due soon, when the broker takes nothing', async () => {
    const event = requested();
    let broken = true;
    const relay = suite.relayWith(
      (one) => (broken ? Promise.reject(new Error('no room')) : suite.publisher.publishEvent(one)),
      QUICK,
    );
    const document = await suite.insert(relay, event);
    relay.publishInserted(document);
    await eventually(async () =>
      expect((await suite.find(document._id))!.outboxNextAt!.getTime()).toBeLessThan(
        Date.now() + SLOW.leaseMs / 2,
      ),
    );
    expect(await suite.waitingEvents(document._id)).toEqual([event.id]);
    broken = false;
    relay.onApplicationBootstrap();
    await suite.expectPublished(document._id);
  });
});

import { eventually } from '@inner-weather/testing/eventually';
import { outboxOnUpdate } from '../src/outbox/outbox.js';
import { OutboxSuite, QUICK, requested } from './outbox-suite.js';

describe('a tombstone', () => {
  const suite = new OutboxSuite();

  it('is removed after its time, but never before its event is published', async () => {
    const due = requested();
    const later = requested();
    const dueId = await suite.store(due);
    const laterId = await suite.store(later);
    await suite.things.updateOne({ _id: dueId }, { $set: { removeAt: new Date() } });
    const removeAt = new Date(Date.now() + 3_600_000);
    await suite.things.updateOne({ _id: laterId }, { $set: { removeAt } });
    const sweeping = suite.relay(QUICK);
    sweeping.onApplicationBootstrap();
    await eventually(async () => expect(await suite.find(dueId)).toBeNull());
    await eventually(async () =>
      expect(await suite.find(laterId)).toMatchObject({ outbox: {}, outboxNextAt: removeAt }),
    );
    await eventually(() => expect([...suite.published].sort()).toEqual([due.id, later.id].sort()));
    // As if the hour was over.
    const now = new Date();
    await suite.things.updateOne({ _id: laterId }, { $set: { removeAt: now, outboxNextAt: now } });
    await eventually(async () => expect(await suite.find(laterId)).toBeNull(), { timeoutMs: 55_000 });
    expect(suite.published).toHaveLength(2);
  });

  it('of one write shares its claim and its finish with the others, and forgets no event that comes between', async () => {
    const removeAt = new Date(Date.now() + 3_600_000);
    const events = Array.from({ length: 50 }, () => requested());
    const ids = await Promise.all(events.map((event) => suite.store(event)));
    await suite.things.updateMany({}, { $set: { removeAt } });
    const another = requested();
    const relay = suite.relayWith(async (event) => {
      await suite.publisher.publishEvent(event);
      if (event.id !== events[0]!.id) return;
      await suite.things.updateOne({ _id: ids[0] }, { $set: outboxOnUpdate([another]) });
    });
    let updates = 0;
    suite.onCommand((name) => (updates += Number(name === 'update' || name === 'findAndModify')));
    relay.publishSoonTogether(ids);
    await relay.beforeApplicationShutdown();
    // The claim, the finish, and the one that came between.
    expect(updates).toBe(3);
    expect(await suite.things.countDocuments({ outbox: {}, outboxNextAt: removeAt })).toBe(ids.length - 1);
    expect(await suite.waitingEvents(ids[0]!)).toContain(another.id);
    await suite.relay().sweep();
    await eventually(() =>
      expect(new Set(suite.published)).toEqual(new Set([...events, another].map(({ id }) => id))),
    );
  });
});

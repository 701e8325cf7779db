import { eventually } from '@inner-weather/testing/eventually';
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
});

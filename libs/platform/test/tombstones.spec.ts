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
    const removeAt = new Date(Date.now() + 1_000);
    await suite.things.updateOne({ _id: laterId }, { $set: { removeAt } });
    const sweeping = suite.relay(QUICK);
    sweeping.onApplicationBootstrap();
    await eventually(async () => expect(await suite.find(dueId)).toBeNull());
    await eventually(async () =>
      expect(await suite.find(laterId)).toMatchObject({ outbox: {}, outboxNextAt: removeAt }),
    );
    expect([...suite.published].sort()).toEqual([due.id, later.id].sort());
    await eventually(async () => expect(await suite.find(laterId)).toBeNull());
    expect(Date.now()).toBeGreaterThanOrEqual(removeAt.getTime());
    expect(suite.published).toHaveLength(2);
  });
});

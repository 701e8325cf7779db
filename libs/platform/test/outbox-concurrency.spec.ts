import { eventually } from '@inner-weather/testing/eventually';
import { outboxOnUpdate } from '../src/outbox/outbox.js';
import { OutboxSuite, QUICK, requested } from './outbox-suite.js';

describe('an outbox with several relays', () => {
  const suite = new OutboxSuite();

  it('publishes events in its sweep that were never announced, or that a dead relay had claimed', async () => {
    const [plain, claimed] = [await suite.store(requested()), await suite.store(requested())];
    const claimUntil = (outboxNextAt: Date) =>
      suite.things.updateOne({ _id: claimed }, { $set: { outboxNextAt, outboxFence: 'dead' } });
    await claimUntil(new Date(Date.now() + 3_600_000));
    suite.relay(QUICK).onApplicationBootstrap();
    await suite.expectPublished(plain);
    expect(await suite.waitingEvents(claimed)).toHaveLength(1);
    await claimUntil(new Date());
    await suite.expectPublished(claimed);
    await eventually(() => expect(suite.published).toHaveLength(2));
  });

  it('does not touch what another relay has claimed', async () => {
    const _id = await suite.store(requested());
    await suite.things.updateOne(
      { _id },
      { $set: { outboxNextAt: new Date(Date.now() + 60_000), outboxFence: 'another' } },
    );
    const idle = suite.relay();
    idle.publishSoon(_id);
    await idle.sweep();
    await idle.beforeApplicationShutdown();
    expect((await suite.find(_id))!.outboxFence).toBe('another');
    expect(suite.published).toEqual([]);
  });

  it('publishes each event once when several relays sweep and publish at the same time', async () => {
    const events = Array.from({ length: 250 }, requested);
    const ids = await Promise.all(events.map((event) => suite.store(event)));
    const several = [suite.relay(), suite.relay(), suite.relay()];
    await Promise.all(several.map((one) => one.sweep()));
    for (const one of several) for (const id of ids) one.publishSoon(id);
    for (const id of ids) await suite.expectPublished(id);
    await eventually(() => expect([...suite.published].sort()).toEqual(events.map(({ id }) => id).sort()));
  });

  it('notices an event that is added after it has read the outbox', async () => {
    const first = requested();
    const _id = await suite.store(first);
    const second = requested();
    // The second event is added while the first is published, without a call of publishSoon.
    const relay = suite.relayWith(async (event) => {
      await suite.publisher.publishEvent(event);
      if (event.id === first.id) await suite.things.updateOne({ _id }, { $set: outboxOnUpdate([second]) });
    });
    relay.publishSoon(_id);
    await suite.expectPublished(_id);
    await eventually(() => expect(suite.published).toEqual([first.id, second.id]));
  });
});

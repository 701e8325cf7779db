import type { JournalEntryCreatedV1 } from '@inner-weather/contracts/messaging/events';
import { EntriesConsumer } from './entries.consumer.js';
import { newestEntry } from './metrics.js';

const created = (createdAt: string): JournalEntryCreatedV1 => ({
  entryId: createdAt,
  userId: 'ana',
  createdAt,
  day: createdAt.slice(0, 10),
  location: 'Porto',
  weatherKey: `porto@${createdAt}`,
  weatherStatus: 'pending',
});

const MORNING = '2026-11-20T08:00:00.000Z';
const EVENING = '2026-11-20T20:00:00.000Z';

describe('the consumer of entries', () => {
  beforeEach(() => newestEntry().reset());

  const newest = async () => (await newestEntry().get()).values.map(({ value }) => value * 1_000);

  it('keeps the time of the newest entry, in whatever order entries come', async () => {
    const consumer = new EntriesConsumer();
    for (const moment of [MORNING, EVENING, MORNING]) consumer.onCreated(created(moment));
    expect(await newest()).toEqual([Date.parse(EVENING)]);
  });

  it('takes no notice of a second delivery', async () => {
    const consumer = new EntriesConsumer();
    consumer.onCreated(created(MORNING));
    const once = await newest();
    consumer.onCreated(created(MORNING));
    expect(await newest()).toEqual(once);
  });
});

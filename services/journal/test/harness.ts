import { dayAt } from '@inner-weather/domain/time/local-time';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { EventMap, EventName } from '@inner-weather/contracts/messaging/events';
import type { RpcMap } from '@inner-weather/contracts/rpc/rpc-map';
import { ByteBudget, type ByteBudgetOptions } from '@inner-weather/platform/limits/byte-budget';
import type { Counter } from '@inner-weather/platform/limits/counter.schema';
import type { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { type SeenEvent, startHarness } from '@inner-weather/platform/test/service-harness';
import { eventually } from '@inner-weather/testing/eventually';
import { jest } from '@jest/globals';
import { Types } from 'mongoose';
import { AppModule } from '../src/app.module.js';
import { JournalConfig } from '../src/config.js';
import { EntrySealing } from '../src/entries/entry-sealing.js';
import type { Entry, ReadableEntry, WeatherStamp } from '../src/entries/entry.schema.js';
import type { OwnList } from '../src/own-lists/own-list.schema.js';

/** The fields of an entry that a test stores directly. */
export type StoredEntry = Pick<
  ReadableEntry,
  'userId' | 'content' | 'inputMood' | 'location' | 'tags' | 'createdAt'
> & { offset?: number; weather?: Pick<WeatherStamp, 'status' | 'text'> };

const SUNNY = { status: 'ready', text: 'Sunny' } as const;

const readPage = ({ body, meta }: Awaited<ReturnType<RpcClient['callRaw']>>) => ({
  entries: JSON.parse(body.toString()) as EntryDto[],
  bytes: body.length,
  meta,
});

/** Until mocks are restored, requests stay in the lines of this service for as long as they have to. */
export function keepLinesOpen(service: object): void {
  for (const line of Object.values(service) as unknown[]) {
    if (!(line instanceof ByteBudget)) continue;
    const { options } = line as unknown as { options: ByteBudgetOptions };
    jest.replaceProperty(options, 'waitMs', 60_000);
  }
}

export type JournalUnderTest = Awaited<ReturnType<typeof startJournal>>;

/** A journal service on a real broker and database, the neighbours that talk to it, and a consumer of its events. */
export async function startJournal(settings: Partial<JournalConfig> = {}) {
  const harness = await startHarness('journal', ['weather', 'auth']);
  const config = Object.assign(new JournalConfig(), harness.settings, settings);
  const serve = (own: JournalConfig) => harness.serve(AppModule.forRoot(own));
  const app = await serve(config);
  const { call, callRaw, db } = harness;
  const storedEntries = db.collection<Entry>('entries');

  return {
    app,
    /** Starts one more on the same store, with other settings. */
    serveAgain: (other: Partial<JournalConfig>) => serve(Object.assign(new JournalConfig(), config, other)),
    entries: storedEntries,
    ownLists: db.collection<OwnList>('own_lists'),
    counters: db.collection<Counter>('counters'),
    call,
    search: (request: RpcMap['journal.search-entries']['request'], options?: { timeoutMs: number }) =>
      callRaw('journal.search-entries', request, options).then(readPage),
    find: (request: RpcMap['journal.find-entries']['request']) =>
      callRaw('journal.find-entries', request).then(readPage),
    /** Stores entries as the service would, but without their events, and answers their ids. */
    async store(entries: StoredEntry[]): Promise<string[]> {
      const sealing = app.get(EntrySealing, { strict: false });
      // Each person's key is made once: entries that are sealed at the same time would all ask for it.
      for (const userId of new Set(entries.map((entry) => entry.userId))) await sealing.tokenOf(userId, '');
      const documents = entries.map(({ weather = SUNNY, ...entry }) => {
        const { userId, createdAt, offset = 0 } = entry;
        const _id = new Types.ObjectId();
        const stamp = { ...weather, key: 'k', attempts: 1, requestedAt: createdAt };
        const livedTime = { offset, day: dayAt(createdAt.getTime(), offset) };
        const rest = { _id, schemaVersion: 1 as const, weather: stamp, updatedAt: createdAt, ...livedTime };
        return sealing.seal({ _id, userId }, { ...entry, ...rest });
      });
      const { insertedIds } = await storedEntries.insertMany(await Promise.all(documents));
      return Object.values(insertedIds).map(String);
    },
    seen: harness.seen,
    /** What was published about one entry, in order. */
    seenOf: (entryId: string, type?: EventName): SeenEvent[] =>
      harness.seen.filter(
        (event, index) =>
          event.payload.entryId === entryId &&
          (!type || event.type === type) &&
          // A slow relay publishes an event twice, under the same id.
          harness.seen.findIndex(({ id }) => id === event.id) === index,
      ),
    /** Resolves when `seenOf` has every event of the entry's changes so far. */
    async untilPublished(entryId: string): Promise<void> {
      await eventually(async () => {
        const entry = await storedEntries.findOne({ _id: new Types.ObjectId(entryId) });
        // An event leaves the outbox once every queue has it.
        expect(entry?.outbox ?? {}).toEqual({});
      });
      await harness.untilSeen();
    },
    fromWeather: <N extends EventName>(name: N, payload: EventMap[N], eventId?: string): Promise<void> =>
      harness.publish('weather', name, payload, { eventId }),
    fromAuth: <N extends EventName>(name: N, payload: EventMap[N], eventId?: string): Promise<void> =>
      harness.publish('auth', name, payload, { eventId }),
    fromStranger: harness.fromStranger,
    messagesIn: harness.messagesIn,
    deadLetter: harness.deadLetter,
    stop: harness.stop,
  };
}

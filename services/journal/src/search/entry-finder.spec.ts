import { EntryFilter } from '@inner-weather/domain/entries/entry-filter';
import { LIMITS } from '@inner-weather/domain/limits';
import { jest } from '@jest/globals';
import { Types } from 'mongoose';
import type { EntriesRepository, ListedPart, ListRequest } from '../entries/entries.repository.js';
import { decodeEntryCursor, type EntryCursor } from '../entries/entry-cursor.js';
import { EntryFinder, FOUND_BYTES_MAX } from './entry-finder.js';

/** The newest moment; each entry is a minute older than the one before. */
const NEWEST = Date.UTC(2026, 10, 22);
const MINUTE = 60_000;
const DAYS = { startDate: '1970-01-01', endDate: '2026-11-22' };

function entryOf(index: number, content: string): ListedPart['sealed'][number] {
  const at = new Date(NEWEST - index * MINUTE);
  return {
    _id: new Types.ObjectId(String(index).padStart(24, '0')),
    content: Buffer.from(content),
    inputMood: 'Happy',
    location: 'Porto',
    weather: { status: 'ready', text: 'Sunny' },
    createdAt: at,
    offset: 0,
    day: at.toISOString().slice(0, 10),
    updatedAt: at,
  };
}

describe('a look through entries', () => {
  /** The clock of the searches, which moves only where a test says so. */
  let now: () => number;

  beforeEach(() => {
    now = () => 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now());
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** A finder over so many entries, and how many of them were decrypted. */
  const readerOf = (entries: number, content: (index: number) => string) => {
    const openCalls = { count: 0 };
    const open: ListedPart['open'] = (sealedEntry) => {
      openCalls.count += 1;
      return { ...sealedEntry, content: String(sealedEntry.content), tags: undefined, measures: undefined };
    };
    async function* list({ after: cursor }: ListRequest): AsyncIterable<ListedPart> {
      const firstIndex = cursor ? (NEWEST - cursor.createdAt.getTime()) / MINUTE + 1 : 0;
      for (let index = firstIndex; index < entries; index += 50) {
        const length = Math.min(50, entries - index);
        yield { sealed: Array.from({ length }, (_, n) => entryOf(index + n, content(index + n))), open };
      }
    }
    const finder = new EntryFinder({ list } as unknown as EntriesRepository);
    const read = (words: string, options: { limit?: number; after?: EntryCursor } = {}) =>
      finder.findPage({
        userId: 'ada',
        days: DAYS,
        limit: 10,
        filter: new EntryFilter({ words }),
        ...options,
      });
    return { read, opened: openCalls };
  };

  const indexOf = (cursor = ''): number => Number(decodeEntryCursor(cursor).id);

  it('counts what matches, and goes on behind a page', async () => {
    const { read } = readerOf(300, (index) => (index % 10 === 0 ? 'a river' : 'a lake'));
    const firstPage = await read('river');
    expect(JSON.parse(firstPage.body.toString())).toHaveLength(10);
    expect(firstPage.total).toBe(30);
    // Entries that do not match are not looked at again.
    expect(indexOf(firstPage.nextCursor)).toBe(99);
    const after = decodeEntryCursor(firstPage.nextCursor ?? '');
    const second = await read('river', { after, limit: 20 });
    expect(JSON.parse(second.body.toString())).toHaveLength(20);
    expect(second.total).toBeUndefined();
    expect(second.nextCursor).toBeUndefined();
  });

  it('looks at no more than it needs behind the first page', async () => {
    const { read, opened: openCalls } = readerOf(5_000, () => 'a river');
    const { nextCursor } = await read('river');
    openCalls.count = 0;
    await read('river', { after: decodeEntryCursor(nextCursor ?? '') });
    expect(openCalls.count).toBe(11);
  });

  it('ends after so many entries, and says where to go on', async () => {
    const { read, opened: openCalls } = readerOf(LIMITS.findEntriesMax + 30, (index) =>
      index === LIMITS.findEntriesMax + 5 ? 'a river' : 'a lake',
    );
    const firstPage = await read('river');
    expect(firstPage.body.toString()).toBe('[]');
    expect(firstPage.total).toBeUndefined();
    expect(openCalls.count).toBe(LIMITS.findEntriesMax);
    expect(indexOf(firstPage.nextCursor)).toBe(LIMITS.findEntriesMax - 1);
    const second = await read('river', { after: decodeEntryCursor(firstPage.nextCursor ?? '') });
    expect(JSON.parse(second.body.toString())).toHaveLength(1);
    expect(second.nextCursor).toBeUndefined();
  });

  it('ends after a time, and lets others have a turn before that', async () => {
    let ms = 0;
    now = () => (ms += 2);
    let turns = 0;
    let hasEnded = false;
    const otherWork = () => {
      turns += 1;
      if (!hasEnded) setImmediate(otherWork);
    };
    setImmediate(otherWork);
    const { read, opened: openCalls } = readerOf(5_000, () => 'a lake');
    const { nextCursor } = await read('river');
    hasEnded = true;
    expect(openCalls.count).toBeGreaterThan(100);
    expect(openCalls.count).toBeLessThan(LIMITS.findMs);
    expect(indexOf(nextCursor)).toBe(openCalls.count - 1);
    expect(turns).toBeGreaterThan(20);
  });

  it('ends a page before it takes too many bytes, but after one entry', async () => {
    const { read } = readerOf(30, () => `a river ${'x'.repeat(FOUND_BYTES_MAX / 4)}`);
    const { body, total, nextCursor } = await read('river');
    expect(JSON.parse(body.toString())).toHaveLength(3);
    expect([total, indexOf(nextCursor)]).toEqual([30, 2]);
    const large = readerOf(3, () => `a river ${'x'.repeat(FOUND_BYTES_MAX)}`);
    expect(JSON.parse((await large.read('river')).body.toString())).toHaveLength(1);
  });

  it('does not decrypt entries that another filter excludes', async () => {
    const list = async function* (): AsyncIterable<ListedPart> {
      const open: ListedPart['open'] = () => {
        throw new Error('The text must not be read.');
      };
      yield await Promise.resolve({ sealed: [entryOf(0, 'a river')], open });
    };
    const finder = new EntryFinder({ list } as unknown as EntriesRepository);
    const filter = new EntryFilter({ words: 'river', mood: 'Sad' });
    const { total } = await finder.findPage({ userId: 'ada', days: DAYS, limit: 10, filter });
    expect(total).toBe(0);
  });
});

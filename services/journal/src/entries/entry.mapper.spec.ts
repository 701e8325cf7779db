import { ENTRY_NAMES } from '@inner-weather/domain/entries/entry-names';
import { Types } from 'mongoose';
import { SHOWN_PROJECTION, toEntryDto, toWritten } from './entry.mapper.js';
import { type ReadableEntry, SHOWN_FIELDS } from './entry.schema.js';

const storedEntry: ReadableEntry = {
  _id: new Types.ObjectId('6b01228883afd8e0a0da49e0'),
  schemaVersion: 1,
  userId: 'a-user',
  content: 'A walk by the river',
  inputMood: 'Happy',
  location: 'Porto',
  tags: '["River","with Bea"]',
  tagTokens: ['a-token', 'another'],
  photos: ['6b01228883afd8e0a0da49e1'],
  measures: '{"sleep":7.5}',
  weather: {
    status: 'ready',
    text: 'Sunny',
    temperature: -0.4,
    key: 'porto@now',
    attempts: 2,
    requestedAt: new Date(3),
  },
  createdAt: new Date(1),
  offset: 540,
  day: '1970-01-01',
  updatedAt: new Date(2),
  outbox: {},
  outboxNextAt: new Date(4),
  outboxFence: 'a-fence',
  neverSendToAi: true,
  checkIn: false,
  ofDay: true,
  import: { id: 'an-import', source: 'Day One', at: new Date(7) },
  replayableUntil: new Date(5),
  removeAt: new Date(6),
};

/** Another value of the same type. */
function another(value: unknown): unknown {
  if (value instanceof Date) return new Date(value.getTime() + 1_000);
  if (typeof value === 'number') return value + 60;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...(value as unknown[]), 'one more'];
  if (typeof value === 'object') return { ...value, text: 'Rainy' };
  // Text that is JSON, as tags and measures are.
  return typeof value === 'string' && value.startsWith('{') ? '{"sleep":4}' : '["something else"]';
}

describe('toEntryDto', () => {
  it('lets out what the contract names, and nothing else that is stored', () => {
    expect(Object.keys(toEntryDto(storedEntry)).sort()).toEqual([...ENTRY_NAMES].sort());
    expect(toEntryDto(storedEntry)).toMatchObject({
      _id: '6b01228883afd8e0a0da49e0',
      content: 'A walk by the river',
      inputMood: 'Happy',
      location: 'Porto',
      tags: ['River', 'with Bea'],
      photos: ['6b01228883afd8e0a0da49e1'],
      weatherData: 'Sunny',
      weatherStatus: 'ready',
      temperature: -0.4,
      neverSendToAi: true,
      createdAt: '1970-01-01T09:00:00.001+09:00',
      day: '1970-01-01',
      updatedAt: '1970-01-01T00:00:00.002Z',
    });
  });

  it.each(SHOWN_FIELDS)('lets out %s, so that it is in an export', (field) => {
    const changedEntry = { ...storedEntry, [field]: another(storedEntry[field]) };
    expect(toEntryDto(changedEntry)).not.toEqual(toEntryDto(storedEntry));
    expect(Object.keys(SHOWN_PROJECTION).some((path) => path.split('.')[0] === field)).toBe(true);
  });

  it('has no tags where none were ever written', () => {
    expect(toEntryDto({ ...storedEntry, tags: undefined }).tags).toEqual([]);
  });

  it('has no temperature where only the condition is known', () => {
    const { temperature: _, ...weather } = storedEntry.weather;
    expect(toEntryDto({ ...storedEntry, weather })).not.toHaveProperty('temperature');
  });

  it('shows no weather while it is pending', () => {
    const pendingEntry = { ...storedEntry, weather: { ...storedEntry.weather, status: 'pending' as const } };
    expect(toEntryDto(pendingEntry)).toMatchObject({ weatherData: '', weatherStatus: 'pending' });
  });
});

describe('toWritten', () => {
  it('takes what the writer sets, and nothing that only the server may', () => {
    expect(toWritten({ ...storedEntry, tags: ['River', 'with Bea'], measures: { sleep: 7.5 } })).toEqual({
      content: 'A walk by the river',
      inputMood: 'Happy',
      location: 'Porto',
      tags: '["River","with Bea"]',
      photos: ['6b01228883afd8e0a0da49e1'],
      measures: '{"sleep":7.5}',
      neverSendToAi: true,
      checkIn: false,
    });
  });

  it.each([
    ['', true, true],
    ['', undefined, false],
    ['words', true, false],
    ['words', undefined, false],
  ])('with the content %j and checkIn %j, stores a check-in: %j', (content, checkIn, expected) => {
    expect(toWritten({ content, checkIn }).checkIn).toBe(expected);
  });

  it('has no field that was not sent', () => {
    expect(Object.keys(toWritten({ inputMood: 'x', neverSendToAi: undefined, tags: undefined }))).toEqual([
      'inputMood',
    ]);
  });
});

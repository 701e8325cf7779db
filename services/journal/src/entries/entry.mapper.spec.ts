import { Types } from 'mongoose';
import { toEntryDto } from './entry.mapper.js';
import type { ReadableEntry } from './entry.schema.js';

const stored: ReadableEntry = {
  _id: new Types.ObjectId('6b01228883afd8e0a0da49e0'),
  schemaVersion: 1,
  userId: 'a-user',
  content: 'A walk by the river',
  inputMood: 'Happy',
  location: 'Porto',
  weather: { status: 'ready', text: 'Sunny', key: 'porto@now', attempts: 2, requestedAt: new Date(3) },
  createdAt: new Date(1),
  updatedAt: new Date(2),
  outbox: {},
  outboxNextAt: new Date(4),
  outboxFence: 'a-fence',
  replayableUntil: new Date(5),
};

describe('toEntryDto', () => {
  it('lets out what the contract names, and nothing else that is stored', () => {
    expect(toEntryDto(stored)).toEqual({
      _id: '6b01228883afd8e0a0da49e0',
      content: 'A walk by the river',
      inputMood: 'Happy',
      location: 'Porto',
      weatherData: 'Sunny',
      weatherStatus: 'ready',
      neverSendToAi: false,
      createdAt: '1970-01-01T00:00:00.001Z',
      updatedAt: '1970-01-01T00:00:00.002Z',
    });
  });

  it('shows no weather while it is pending', () => {
    const pending = { ...stored, weather: { ...stored.weather, status: 'pending' as const } };
    expect(toEntryDto(pending)).toMatchObject({ weatherData: '', weatherStatus: 'pending' });
  });
});

import { entry } from '../../../test/builders';
import { withKindsNoted } from '../entry/measure-kinds';
import { findEntries } from './entries';

const ENTRIES = [
  entry({
    _id: '3',
    createdAt: '2026-11-24T21:10:00.000+00:00',
    content: 'A walk by the river',
    tags: ['Family'],
  }),
  entry({
    _id: 'night',
    createdAt: '2026-11-24T01:30:00.000+00:00',
    day: '2026-11-23',
    content: 'Awake',
    weatherData: '',
    weatherStatus: 'unavailable',
    inputMood: 'Awake',
    location: 'Oslo',
    tags: ['x'],
  }),
  entry({
    _id: '2',
    createdAt: '2026-11-24T00:30:00.000+09:00',
    content: 'Tokyo',
    inputMood: 'Tired',
    photos: ['a'],
    measures: { sleep: 345, bedtime: 30 },
  }),
  entry({
    _id: '1',
    createdAt: '2026-11-20T08:00:00.000Z',
    content: 'Snow',
    weatherStatus: 'pending',
    weatherData: '',
    inputMood: '',
  }),
];
const ALL = { startDate: '1900-01-01', endDate: '2026-11-26' };

describe('a search over kept entries', () => {
  beforeAll(() => void withKindsNoted([{ _id: 'bedtime', kind: 'time' }]));

  it.each([
    [ALL, ['3', 'night', '2', '1']],
    // The day is that of the place where the entry was written.
    [{ startDate: '2026-11-24', endDate: '2026-11-24' }, ['3', '2']],
    // Words of the night may belong to the day before.
    [{ startDate: '2026-11-21', endDate: '2026-11-23' }, ['night']],
    [{ ...ALL, filters: { words: 'walking' } }, ['3']],
    [{ ...ALL, filters: { tag: ' family' } }, ['3']],
    [{ ...ALL, filters: { tag: 'fam' } }, []],
    [{ ...ALL, filters: { mood: 'tired' } }, ['2']],
    [{ ...ALL, filters: { hasMood: false } }, ['1']],
    [{ ...ALL, filters: { hasWeather: true, hasTags: false } }, ['2']],
    [{ ...ALL, filters: { weather: 'rain' as const } }, ['3', '2']],
    [{ ...ALL, filters: { city: 'por', hasTags: true } }, ['3']],
    [{ ...ALL, filters: { hasPhotos: true } }, ['2']],
    [{ ...ALL, filters: { measure: 'sleep', measureBelow: 360 } }, ['2']],
    [{ ...ALL, filters: { measure: 'sleep', measureFrom: 360 } }, []],
    [{ ...ALL, filters: { measure: 'bedtime', measureFrom: 23 * 60 } }, ['2']],
  ])('%j', (range, ids) => {
    expect(findEntries(ENTRIES, range).map(({ _id }) => _id)).toEqual(ids);
  });
});

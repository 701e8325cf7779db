import { type EntryCriteria, EntryFilter, type PlainFields, type TextFields } from './entry-filter.js';

const ENTRY: PlainFields & TextFields = {
  content: 'We walked along the river, and home through the rain.',
  tags: ['Family', 'Day off'],
  inputMood: 'Very Happy',
  location: 'São Paulo, Brazil',
  weather: { status: 'ready', text: 'Light rain' },
  photos: ['6740f1d1a5b0c4e2d3f4a5b6'],
  measures: { sleep: 345 },
};
const BARE: PlainFields & TextFields = {
  content: '',
  tags: [],
  inputMood: '',
  location: '',
  weather: { status: 'pending', text: '' },
};

const isFound = (entry: PlainFields & TextFields, criteria: EntryCriteria): boolean => {
  const filter = new EntryFilter(criteria);
  return filter.mayMatch(entry) && filter.matches(entry);
};

describe('EntryFilter', () => {
  it.each<[EntryCriteria, boolean, boolean]>([
    [{}, true, true],
    [{ words: 'river' }, true, false],
    [{ words: 'walking RIVER' }, true, false],
    [{ words: '"along the river"' }, true, false],
    [{ words: '"river home"' }, false, false],
    [{ words: 'river lake' }, false, false],
    [{ words: 'family' }, true, false],
    [{ words: 'paulo family river' }, true, false],
    [{ words: 'very happy' }, true, false],
    [{ words: '"very happy"' }, true, false],
    // No phrase matches across two of them.
    [{ words: '"Paulo, Brazil very"' }, false, false],
    [{ words: '"rain family"' }, false, false],
    [{ words: '!' }, true, true],
    [{ mood: ' very happy' }, true, false],
    [{ mood: 'happy' }, false, false],
    [{ measure: 'sleep' }, true, false],
    [{ measure: 'sleep', measureBelow: 360 }, true, false],
    [{ measure: 'sleep', measureBelow: 345 }, false, false],
    [{ measure: 'sleep', measureFrom: 345 }, true, false],
    [{ measure: 'sleep', measureFrom: 346 }, false, false],
    [{ measure: 'pain' }, false, false],
    [{ hasMood: true }, true, false],
    [{ hasMood: false }, false, true],
    [{ weather: 'rain' }, true, false],
    [{ weather: 'snow' }, false, false],
    [{ hasWeather: true }, true, false],
    [{ hasWeather: false }, false, true],
    [{ city: 'sao' }, true, false],
    [{ city: 'paulo' }, true, false],
    [{ city: 'lisbon' }, false, false],
    [{ hasTags: true }, true, false],
    [{ hasTags: false }, false, true],
    [{ hasPhotos: true }, true, false],
    [{ hasPhotos: false }, false, true],
    [{ words: 'river', city: 'lisbon' }, false, false],
  ])('%j', (criteria, entry, bare) => {
    expect([isFound(ENTRY, criteria), isFound(BARE, criteria)]).toEqual([entry, bare]);
  });

  it.each<[EntryCriteria, string[]]>([
    [{ measureBelow: 30 }, ['evening']],
    [{ measureFrom: 23 * 60 }, ['evening', 'night']],
    [{ measureFrom: 15, measureBelow: 60 }, ['night']],
    [{ measureBelow: 23 * 60 }, []],
  ])('takes a time after midnight as later than the evening before: %j', (bounds, found) => {
    const times = { evening: 23 * 60 + 30, night: 30 };
    const isFoundAt = (value: number) =>
      isFound({ ...BARE, measures: { bed: value } }, { measure: 'bed', measureKind: 'time', ...bounds });
    expect(
      Object.entries(times)
        .filter(([, value]) => isFoundAt(value))
        .map(([name]) => name),
    ).toEqual(found);
  });

  it('finds a mood by its name in the language of the reader, and by its English one', () => {
    const inGerman = ({ message }: { message: string }) =>
      message === 'Very Happy' ? 'Sehr glücklich' : message;
    const isIn = (words: string) => new EntryFilter({ words }, 'de', inGerman).matches(ENTRY);
    expect(['glücklich', 'happy', 'traurig'].map(isIn)).toEqual([true, true, false]);
  });

  it('counts words and phrases', () => {
    const filter = new EntryFilter({ words: 'one "two three" one', city: 'Porto' });
    expect([filter.termsOf('words'), filter.termsOf('city')]).toEqual([2, 1]);
  });
});

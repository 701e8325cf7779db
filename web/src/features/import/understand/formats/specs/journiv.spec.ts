import { mediaMark } from '../../texts/media';
import { wordsOfDelta } from '../../texts/quill';
import { understand } from '../../understand';
import { fields, lines, prepared, preparedOf, textFile, understood } from './samples';

describe('an export of Journiv', () => {
  it('comes in whole', async () => {
    const whole = await prepared('journiv.zip');
    expect(
      lines(
        whole,
        '_id',
        'content',
        'createdAt',
        'inputMood',
        'location',
        'tags',
        'weatherData',
        'temperature',
      ),
    ).toEqual([
      'journiv:11111111-2222-3333-4444-555555555555 | Late\n\nWrote *late*. | 2026-01-11T05:00:00.000+05:30 | Happy | Kolkata | ["evening"] | Haze | 19.5',
      'journiv:2026-01-10T23:30:00Z+2026-01-10T23:30 | From a newer version\n(a photo) | 2026-01-11T05:00:00.000+05:30 |  | Kolkata | ["evening"] | Haze | 19.5',
    ]);
    expect(whole.refused).toEqual([]);
    // Both the day and the moment are the stored ones, on the clocks of the person's settings.
    expect(whole.remarks).toEqual([
      { at: { file: 'Diary', number: 2 }, remark: 'photo-missing', detail: 'abc' },
    ]);
    const { notTaken, moods } = await understood('journiv.zip');
    expect(notTaken).toEqual({ missingPhotos: 1 });
    expect(moods).toEqual({ good: 'Happy' });
  });

  it('has moments, with and without entries', async () => {
    const read = await understood('journiv-moments.json');
    expect(
      lines(preparedOf(read), 'content', 'createdAt', 'inputMood', 'location', 'tags', 'weatherData'),
    ).toEqual([
      'Late\n\nWrote late (https://x.example)\n\n(a photo) | 2026-01-11T05:00:00.000+05:30 | Happy | Kolkata | ["evening"] | Haze',
      'On the ferry | 2026-01-12T08:00:00.000Z | wobbly | Almada | ["Travel"] | Light rain',
      'Below | 2026-01-13T08:00:00.000Z | Tired | Porto | [] | -',
    ]);
    expect(read.notTaken).toEqual({ photos: 1, goals: 2 });
  });
});

it.each([
  // Nearest to UTC.
  ['2026-01-10T23:30:00Z', '2026-01-11', '', '2026-01-11T00:30:00.000+01:00'],
  ['2026-01-11T00:30:00Z', '2026-01-10', 'UTC', '2026-01-10T23:30:00.000-01:00'],
  // No clocks show that day.
  ['2026-01-10T23:30:00Z', '2026-01-20', '', '2026-01-20T23:30:00.000Z'],
])('the moment %s is on the day that is stored: %s', async (utc, entry_date, zone, createdAt) => {
  const entry = { content: 'a', entry_date, entry_datetime_utc: utc, entry_timezone: zone };
  const whole = { export_version: '1.0', journals: [{ title: 'A', entries: [entry] }] };
  const file = await understand([textFile(JSON.stringify(whole), 'data.json')]);
  expect(fields(preparedOf(file), 'createdAt')).toEqual([[createdAt]]);
});

it('a delta has the lines of its lists', () => {
  const ops = [
    { insert: 'Title' },
    { insert: '\n', attributes: { header: 2 } },
    { insert: 'one' },
    { insert: '\n', attributes: { list: 'bullet' } },
    { insert: 'two' },
    { insert: '\n', attributes: { list: 'checked' } },
    ...['first', 'second', 'within'].flatMap((insert) => [
      { insert },
      { insert: '\n', attributes: { list: 'ordered', ...(insert === 'within' && { indent: 1 }) } },
    ]),
    { insert: { video: 'x' } },
    { insert: '\nEnd' },
  ];
  expect(wordsOfDelta({ ops }, () => false)).toEqual({
    words: `Title\n- one\n- [x] two\n1. first\n2. second\n  1. within\n${mediaMark('video')}\nEnd`,
    media: ['video'],
  });
});

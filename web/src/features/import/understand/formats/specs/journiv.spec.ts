import { wordsOfDelta } from '../../texts/quill';
import { fields, prepared, preparedOf, understood } from './samples';

describe('an export of Journiv', () => {
  it('comes in whole', async () => {
    const whole = await prepared('journiv.zip');
    expect(
      fields(
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
      [
        'journiv:11111111-2222-3333-4444-555555555555',
        'Late\n\nWrote *late*.',
        '2026-01-11T05:00:00.000+05:30',
        'Happy',
        'Kolkata',
        ['evening'],
        'Haze',
        19.5,
      ],
      [
        'journiv:2026-01-10T23:30:00Z+2026-01-11T23:30',
        'From a newer version',
        '2026-01-11T23:30:00.000Z',
        '',
        'Kolkata',
        ['evening'],
        'Haze',
        19.5,
      ],
    ]);
    expect(whole.refused).toEqual([]);
    // The day is the one that is stored, although it is another one in UTC.
    expect(whole.remarks).toEqual([
      { at: { file: 'Diary', number: 2 }, remark: 'times-disagree', detail: '2026-01-10, 2026-01-11' },
    ]);
    const { notTaken, moods } = await understood('journiv.zip');
    expect(notTaken).toEqual({ photos: 1 });
    expect(moods).toEqual({ good: 'Happy' });
  });

  it('has moments, with and without entries', async () => {
    const read = await understood('journiv-moments.json');
    expect(
      fields(preparedOf(read), 'content', 'createdAt', 'inputMood', 'location', 'tags', 'weatherData'),
    ).toEqual([
      [
        'Late\n\nWrote [late](https://x.example)',
        '2026-01-11T05:00:00.000+05:30',
        'Happy',
        'Kolkata',
        ['evening'],
        'Haze',
      ],
      ['On the ferry', '2026-01-12T08:00:00.000Z', 'wobbly', 'Almada', ['Travel'], 'Light rain'],
      ['Below', '2026-01-13T08:00:00.000Z', 'Tired', 'Porto', [], undefined],
    ]);
    expect(read.notTaken).toEqual({ photos: 1, goals: 2 });
  });
});

it('a delta has the lines of its lists', () => {
  const ops = [
    { insert: 'Title' },
    { insert: '\n', attributes: { header: 2 } },
    { insert: 'one' },
    { insert: '\n', attributes: { list: 'bullet' } },
    { insert: 'two' },
    { insert: '\n', attributes: { list: 'checked' } },
    { insert: { video: 'x' } },
    { insert: '\nEnd' },
  ];
  expect(wordsOfDelta({ ops })).toEqual({ words: '## Title\n- one\n- [x] two\n\nEnd', media: ['video'] });
});

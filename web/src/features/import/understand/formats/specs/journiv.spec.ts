import { understand } from '../../understand';
import { wordsOfDelta } from '../../texts/quill';
import { broken, brokenText, eachBytes, eachFile } from './any-file';
import { fields, prepared, preparedOf, textFile, understood } from './samples';
import { zipOf } from './zip-of';

const valid = {
  export_version: '1.2',
  journals: [
    {
      title: 'Diary',
      entries: [
        {
          title: 'Late',
          content: 'Wrote *late*.',
          content_delta: {
            ops: [{ insert: 'Wrote ' }, { insert: 'late', attributes: { link: 'https://x.example' } }],
          },
          entry_date: '2026-01-11',
          entry_datetime_utc: '2026-01-10T23:30:00Z',
          entry_timezone: 'Asia/Kolkata',
          location_json: { locality: 'Kolkata', latitude: 1 },
          weather_json: { temp_c: 19.5, condition: 'Haze', code: 'haze' },
          weather_summary: '19.5°C, Haze',
          tags: ['evening'],
          media: [{ media_type: 'image' }],
          mood_log: { mood_name: 'good' },
          created_at: '2026-01-10T23:30:00Z',
          updated_at: '2026-01-10T23:30:00Z',
          external_id: 'A',
        },
      ],
    },
  ],
  moments: [
    {
      logged_at: '2026-01-12T08:00:00',
      logged_date: '2026-01-12',
      logged_timezone: 'Europe/Lisbon',
      primary_mood_name: 'wobbly',
      note: 'On the ferry',
      mood_activity: [{ mood_name: 'wobbly', activity_name: 'Travel' }],
      weather_data: { condition: 'Light rain', temp_c: 12 },
      location_data: { locality: 'Almada' },
      created_at: '2026-01-12T08:00:00',
    },
    {
      logged_at_utc: '2026-01-13T08:00:00Z',
      logged_date_tz: '2026-01-13',
      logged_timezone: 'Europe/Lisbon',
      primary_mood_name: 'tired',
      entry: { title: 'Below', created_at: '2026-01-13T08:00:00Z' },
    },
  ],
  goals: [{}, {}],
  mood_definitions: [
    { name: 'good', category: 'positive', score: 4 },
    { name: 'wobbly', category: 'neutral' },
  ],
};

const file = (whole: unknown) => textFile(JSON.stringify(whole) ?? '', 'data.json');

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
        'journiv:2026-01-10T23:30:00Z',
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
    const read = await understand([file(valid)]);
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

  it('that is cut off is refused', async () => {
    const text = JSON.stringify(valid).slice(0, -1);
    await expect(understand([textFile(text, 'data.json')])).rejects.toMatchObject({ code: 'cut-off' });
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

describe('a broken export of Journiv', () => {
  it('is read or refused', async () => {
    await eachFile(broken(valid), (value) => [file(value)]);
  });

  it('that was cut or changed is read or refused', async () => {
    await eachFile(brokenText(JSON.stringify(valid)), (other) => [zipOf({ 'data.json': other })]);
  });

  it('of any bytes is read or refused', async () => {
    await eachBytes('{"export_version":', 'data.json');
  });
});

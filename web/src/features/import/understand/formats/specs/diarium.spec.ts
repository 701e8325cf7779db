import { understand } from '../../understand';
import { fields, named, prepared, preparedOf, understood } from './samples';
import { zipOf } from './drawn/packed.mjs';

const entry = {
  date: '2025-07-14T22:45:00.0000000',
  heading: 'Too warm',
  html: '<p>Slept on the <b>balcony</b>.</p>',
  rating: 4,
  tags: ['summer'],
  people: ['Rui'],
  tracker: ['Mood: Foo: Bar', 'Steps: 8000'],
  location: '38.7223, -9.1393',
  weather: '☀️ Clear, 27°C',
};

describe('an export of Diarium', () => {
  it('comes in whole', async () => {
    const whole = await prepared('diarium-all.json');
    expect(
      fields(whole, '_id', 'content', 'createdAt', 'inputMood', 'tags', 'weatherData', 'temperature'),
    ).toEqual([
      [
        'diarium:2025-07-14T22:45:00.0000000',
        'Too warm\n\nSlept on the balcony.\n\nCounted bats.',
        '2025-07-14T22:45:00.000+02:00',
        'Foo: Bar',
        ['summer'],
        'Clear',
        27,
      ],
      [
        'diarium:2025-03-30T02:30:00.0000000',
        'An hour that the clocks skipped.',
        '2025-03-30T03:30:00.000+02:00',
        '',
        [],
        undefined,
        undefined,
      ],
      [
        'diarium:2025-07-15T00:00:00.0000000',
        'Only a heading',
        '2025-07-15T00:00:00.000+02:00',
        '',
        [],
        undefined,
        undefined,
      ],
    ]);
    expect(whole.remarks).toEqual([
      { at: { number: 2 }, remark: 'skipped-hour', detail: '2025-03-30T03:30' },
    ]);
    const all = await understood('diarium-all.json');
    const { notTaken, moods } = all;
    expect(notTaken).toEqual({ people: 1, places: 1, scales: 1 });
    expect(moods).toEqual({ 'Foo: Bar': 'Foo: Bar' });
    expect(named(all)).toEqual([{ Steps: 8000 }, {}, {}]);
  });

  it('has a file per entry in a ZIP, and none in media', async () => {
    const recording = {
      date: '2025-07-16T07:05:09.1230000',
      heading: '',
      html: '',
      rating: 1,
      weather: '🌧️ Regen, 12 °C',
    };
    const zip = zipOf({
      'media/odd.json': JSON.stringify(entry),
      'Diarium_2025-07-14.json': JSON.stringify(entry),
      'Diarium_2025-07-16.json': JSON.stringify(recording),
      'Diarium_2025-07-17.json': '{"date"',
      'Diarium_2025-07-18.json': '{}',
      'media/2025-07-16_070509123/a.m4a': 'x',
      'media/2025-07-14_224500000/a.jpg': 'x',
    });
    const read = await understand([zip]);
    expect(fields(preparedOf(read), 'content', 'inputMood', 'weatherData', 'temperature')).toEqual([
      ['Too warm\n\nSlept on the balcony.', 'Foo: Bar', 'Clear', 27],
      ['(a recording)', 'Sad', 'Moderate rain', 12],
    ]);
    expect(read.refused).toEqual([
      { at: { file: 'Diarium_2025-07-17.json' }, reason: 'unreadable' },
      { at: { file: 'Diarium_2025-07-18.json' }, reason: 'not-an-entry' },
    ]);
    expect(read.notTaken).toMatchObject({ recordings: 1, files: 1 });
    expect(read.moods).toEqual({ 'Foo: Bar': 'Foo: Bar', '★☆☆☆☆': 'Sad' });
  });
});

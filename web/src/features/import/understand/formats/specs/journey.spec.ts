import { understand } from '../../understand';
import { fields, lines, prepared, preparedOf, textFile, understood } from './samples';

const oldEntry = {
  id: '1625133600000-abcdefgh12345678',
  date_modified: 1_625_133_660_000,
  date_journal: 1_625_133_600_000,
  timezone: 'Europe/Vienna',
  text: '<p dir="auto">First line</p>',
  preview_text: '<p>First</p>',
  mood: 2,
  lat: 41.15,
  lon: 1.7976931348623157e308,
  address: 'Rua Nova 1',
  favourite: false,
  music_title: '',
  photos: ['a.png', 'b.m4a'],
  weather: { id: 800, degree_c: 23.5, description: 'Clear sky', icon: '01d', place: 'Porto' },
  tags: ['garden'],
  type: 'html',
};

describe('an export of the older Journey', () => {
  it('comes in whole', async () => {
    const whole = await prepared('journey-old.zip');
    expect(lines(whole, '_id', 'content', 'createdAt', 'inputMood', 'location', 'tags')).toEqual([
      'journey:1625133600000-abcdefgh12345678 | First line\n\nSecond line & more | 2021-07-01T12:00:00.000+02:00 | Happy | Porto | ["garden"]',
      'journey:1625220000000-ijklmnop12345678 | Plain text, no type\nin an old version | 2021-07-02T12:00:00.000+02:00 |  | Porto | []',
    ]);
    expect(fields(whole, 'weatherData', 'temperature')).toEqual([
      [undefined, undefined],
      ['Clear sky', 23.5],
    ]);
    expect(whole.refused).toEqual([]);
    expect(whole.remarks).toEqual([]);
    const { notTaken, entries, moods } = await understood('journey-old.zip');
    expect(moods).toEqual({ '🙂': 'Happy' });
    expect(notTaken).toEqual({ scales: 1 });
    expect(entries.map(({ city }) => city)).toEqual(['', 'Porto']);
  });

  it('is read from one of its files', async () => {
    const file = textFile(JSON.stringify(oldEntry), 'entry.json');
    expect(fields(preparedOf(await understand([file])), 'content')).toEqual([['First line\n\n(a photo)']]);
  });
});

describe('an export of the newer Journey', () => {
  it('comes in, the newer text once', async () => {
    const whole = await prepared('journey-new.zip');
    expect(
      lines(whole, '_id', 'content', 'createdAt', 'location', 'tags', 'weatherData', 'temperature'),
    ).toEqual([
      'journey:aB3dE5fG7hJ9kL1mN3pQ | Rain on the tin roof.\n\nTwo pages & then sleep. | 2025-03-23T08:23:07.000+09:00 | Toyama | ["night","roof"] | Moderate rain | 8.4',
      'journey:bC4dE5fG7hJ9kL1mN3pQ | # By the river\n\n- boats\n- *no* wind | 2025-06-01T23:30:00.000+01:00 | Porto | ["river"] | - | -',
      'journey:dE4dE5fG7hJ9kL1mN3pQ | (a video) | 2024-02-29T13:00:00.000+01:00 | Porto | [] | - | -',
    ]);
    expect(whole.refused).toEqual([
      { at: { file: '2025/cD4dE5fG7hJ9kL1mN3pQ.json' }, reason: 'encrypted' },
      { at: { file: '2024/eF4dE5fG7hJ9kL1mN3pQ.json' }, reason: 'unreadable' },
      { at: { file: '2024/list.json' }, reason: 'not-an-entry' },
    ]);
    expect(whole.remarks).toEqual([
      { at: { file: '2025/bC4dE5fG7hJ9kL1mN3pQ.json' }, remark: 'newer-text-taken' },
    ]);
    expect((await understood('journey-new.zip')).notTaken).toEqual({
      recordings: 1,
      videos: 1,
      stars: 1,
      music: 1,
      scales: 1,
    });
  });
});

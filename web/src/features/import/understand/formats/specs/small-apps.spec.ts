import { understand } from '../../understand';
import { fields, prepared, preparedOf, textFile, understood } from './samples';

describe('Daily You', () => {
  it('comes in whole', async () => {
    const all = await prepared('dailyyou.json');
    expect(fields(all, '_id', 'createdAt', 'content', 'inputMood')).toEqual([
      [
        'dailyyou:2026-02-01T21:00:00.000',
        '2026-02-01T21:00:00.000+01:00',
        'No zone in these times.',
        'Happy',
      ],
      ['dailyyou:2026-02-02T00:00:00.000Z', '2026-02-02T01:00:00.000+01:00', '', 'Sad'],
    ]);
    expect((await understood('dailyyou.json')).notTaken).toEqual({ photos: 1 });
  });
});

describe('Pixels', () => {
  it('comes in as days', async () => {
    const all = await prepared('pixels.json');
    expect(fields(all, '_id', 'createdAt', 'content', 'inputMood', 'tags')).toEqual([
      ['pixels:2026-02-01', '2026-02-01T12:00:00.000+01:00', 'Up and down', 'Neutral', ['calm']],
      ['pixels:2026-02-03', '2026-02-03T12:00:00.000+01:00', '', 'Very Happy', []],
      ['pixels:2026-02-04', '2026-02-04T12:00:00.000+01:00', 'No score', '', []],
    ]);
    expect(all.remarks).toEqual([{ at: { number: 1 }, remark: 'scores-averaged', detail: '4, 2' }]);
    expect(all.refused).toEqual([{ at: { number: 3 }, reason: 'not-an-entry', detail: 'Period' }]);
  });
});

describe('OneShot', () => {
  it('comes in whole', async () => {
    const file = await understood('oneshot.json');
    expect(fields(preparedOf(file), '_id', 'createdAt', 'content', 'inputMood')).toEqual([
      ['oneshot:1711836245000', '2024-03-30T23:04:05.000+01:00', 'Words', 'Sad'],
      ['oneshot:1711836245000 2', '2024-03-30T23:04:05.000+01:00', '(a photo)', 'Happy'],
    ]);
    expect(file.notTaken).toEqual({ photos: 1 });
  });
});

describe('Diaro', () => {
  it('comes in whole', async () => {
    const all = await prepared('diaro.zip');
    expect(fields(all, '_id', 'createdAt', 'content', 'inputMood', 'tags', 'location')).toEqual([
      [
        'diaro:e1',
        '2026-03-29T23:00:00.000+01:00',
        'First\n\nA <b> that is text & a line\nbreak',
        'Very Happy',
        ['river', 'sleep, too little'],
        'Porto',
      ],
      ['diaro:e2', '1969-12-30T20:30:00.000-03:30', 'Before 1970', '', [], 'Porto'],
    ]);
    expect(fields(all, 'weatherData', 'temperature')[0]).toEqual(['Light rain', 14.2]);
    expect((await understood('diaro.zip')).notTaken).toEqual({});
  });

  it('resolves no entities of its own', async () => {
    const xml = `<?xml version="1.0"?><!DOCTYPE data [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "bb">]>
      <data version="2"><table name="diaro_entries"><r><uid>1</uid><date>0</date><text>&a;&b;&amp;</text></r></table></data>`;
    expect((await understand([textFile(xml)])).entries[0]?.words).toBe('&a;&b;&');
  });

  it('takes no street for a city', async () => {
    const xml = `<?xml version="1.0"?><data version="2">
      <table name="diaro_locations"><r><uid>l</uid><address>Harbour Lane 4, Bergen, Norway</address></r></table>
      <table name="diaro_entries"><r><uid>1</uid><date>0</date><text>a</text><location_uid>l</location_uid></r></table></data>`;
    const { entries, notTaken } = await understand([textFile(xml)]);
    expect([entries[0]?.city, notTaken]).toEqual([undefined, { places: 1 }]);
  });
});

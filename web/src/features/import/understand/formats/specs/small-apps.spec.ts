import { understand } from '../../understand';
import { zipOf } from './drawn/packed.mjs';
import { fields, lines, named, photoNames, prepared, preparedOf, textFile, understood } from './samples';

describe('Daily You', () => {
  it('comes in whole', async () => {
    const all = await prepared('dailyyou.json');
    expect(lines(all, '_id', 'createdAt', 'content', 'inputMood')).toEqual([
      'dailyyou:2026-02-01T21:00:00.000 | 2026-02-01T21:00:00.000+01:00 | No zone in these times.\n\n(a photo) | Happy',
      'dailyyou:2026-02-02T00:00:00.000Z | 2026-02-02T01:00:00.000+01:00 |  | Sad',
    ]);
    expect(await understood('dailyyou.json')).toMatchObject({
      notTaken: { photos: 1 },
      hints: ['photos-elsewhere'],
    });
    const json = JSON.stringify([{ timeCreated: '2026-02-01T21:00:00.000', text: '# **Rain**', mood: 1 }]);
    expect(fields(preparedOf(await understand([textFile(json)])), 'content')).toEqual([['# **Rain**']]);
  });

  it('has its photos in the order of their ranks, and names those that are missing', async () => {
    const images = ['b', 'a', 'lost'].map((name, index) => ({ imgPath: `${name}.jpg`, imgRank: 2 - index }));
    const json = JSON.stringify([{ timeCreated: '2026-02-01T21:00:00.000', text: 'Rain', images }]);
    const all = await understand([zipOf({ 'logs.json': json, 'Images/a.jpg': 'a', 'Images/b.jpg': 'b' })]);
    expect(photoNames(preparedOf(all))).toEqual([['Images/a.jpg', 'Images/b.jpg']]);
    expect(all).toMatchObject({ notTaken: { missingPhotos: 1 }, remarks: [{ detail: 'lost.jpg' }] });
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
    expect(lines(all, '_id', 'createdAt', 'content', 'inputMood', 'tags', 'location')).toEqual([
      'diaro:e1 | 2026-03-29T23:00:00.000+01:00 | First\n\nA <b> that is text & a line\nbreak | Very Happy | ["river","sleep, too little"] | Porto',
      'diaro:e2 | 1969-12-30T20:30:00.000-03:30 | Before 1970 |  | [] | Porto',
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

describe('Bearable', () => {
  const HEADER = 'date,weekday,time of day,category,rating/amount,detail,notes\n';

  it('comes in as an entry per day, with what was read', async () => {
    const all = await understood('bearable.csv');
    expect(lines(preparedOf(all), '_id', 'createdAt', 'content', 'inputMood', 'tags')).toEqual([
      'bearable:2026-01-14 am | 2026-01-14T09:00:00.000+01:00 | Walked home in the rain, and liked it | Happy | []',
      'bearable:2026-01-15 pm | 2026-01-15T19:00:00.000+01:00 | Too much at once | Sad | ["Coffee","Work late"]',
    ]);
    expect(named(all)).toEqual([{ 'Neck pain': 2, 'Sleep duration': 450 }, {}]);
    expect(all.measures).toMatchObject([
      { name: 'Sleep duration', kind: 'duration', picture: 'moon' },
      { name: 'Neck pain', kind: 'number', unit: '', picture: 'heart', daySum: 'most' },
    ]);
    expect([all.notTaken, all.refused]).toEqual([{}, []]);
  });

  it('has an entry for each part of a day with a mood, and what was read from then on', async () => {
    const rows = [
      '"8th Dec 2021","Wednesday","pm","Mood","9","Great (9) | grateful",""',
      '"8th Dec 2021","Wednesday","pre","Symptom","1","Back (lower) pain (Mild)",""',
      '"8th Dec 2021","Wednesday","pm","Symptom","3","Back (lower) pain (Severe)",""',
      '"8th Dec 2021","Wednesday","am","Mood","4","Meh (4)",""',
      '"8th Dec 2021","Wednesday","mid","Energy","2","Low (2)","Slow"',
      '"9th Dec 2021","Thursday","all day","Health measurements","71.5","Weight (kg)",""',
      '"9th Dec 2021","Thursday","all day","Sleep","7:10","Asleep 23:40 - 06:50. In bed 23:10 - 07:00",""',
      '"soon","","","Mood","1","",""',
    ];
    const all = await understand([textFile(HEADER + rows.join('\n'), 'export.csv')]);
    expect(fields(preparedOf(all), '_id', 'content', 'inputMood', 'tags', 'checkIn')).toEqual([
      ['bearable:2021-12-08 am', 'Slow', 'Sad', [], undefined],
      ['bearable:2021-12-08 pm', '', 'Very Happy', ['grateful'], true],
      ['bearable:2021-12-09', '', '', [], true],
    ]);
    expect(named(all)).toEqual([
      { 'Back (lower) pain': 1, Energy: 2 },
      { 'Back (lower) pain': 3 },
      { Weight: 71.5, Sleep: 430 },
    ]);
    expect(all.measures?.find(({ name }) => name === 'Weight')).toMatchObject({ kind: 'number', unit: 'kg' });
    expect(all.refused).toEqual([{ at: { line: 9 }, reason: 'unreadable', detail: 'soon' }]);
  });

  it('may have the date in two forms, times of its own, and a note beside each reading', async () => {
    const rows = [
      '14th Jan 2026,2026-01-14,Wednesday,20:15,Mood,8,Good (8),A hard day',
      '14th Jan 2026,2026-01-14,Wednesday,9:30 AM,Mood,3,Low (3),',
      '14th Jan 2026,2026-01-14,Wednesday,21:00,Symptom,3,Headache (V. Severe),A hard day',
      '14th Jan 2026,2026-01-14,Wednesday,all day,Sleep factors,,Coffee | Late screen,',
      'x,y,Wednesday,am,Mood,3,Low (3),',
    ];
    const header = HEADER.replace('date,', 'date,date formatted,');
    const all = await understand([textFile(header + rows.join('\n'), 'export.csv')]);
    expect(all.source).toBe('Bearable');
    expect(fields(preparedOf(all), 'createdAt', 'content', 'inputMood', 'tags')).toEqual([
      ['2026-01-14T09:30:00.000+01:00', '', 'Sad', ['Coffee', 'Late screen']],
      ['2026-01-14T20:15:00.000+01:00', 'A hard day', 'Happy', []],
    ]);
    expect(named(all)).toEqual([{}, { Headache: 3 }]);
    expect(all.refused).toEqual([{ at: { line: 6 }, reason: 'unreadable', detail: 'x' }]);
  });

  it('sums up what an entry has several values of, by an id that tells nothing of it', async () => {
    const row = (part: string, rest: string) => `"8th Dec 2021","Wednesday","${part}",${rest},""`;
    const rows = [
      row('am', '"Symptom","1","Pain (Mild)"'),
      row('mid', '"Symptom","4","Pain (Unbearable)"'),
      row('pm', '"Symptom","2","Pain (Moderate)"'),
      row('am', '"Energy","2","Low (2)"'),
      row('pm', '"Energy","5","High (5)"'),
      row('am', '"Sleep","400","Slept (minutes)"'),
      row('pm', '"Sleep","30","Slept (minutes)"'),
      row('am', '"Sleep","900","Rest (minutes)"'),
      row('pm', '"Sleep","900","Rest (minutes)"'),
    ];
    const file = textFile(HEADER + rows.join('\n'), 'export.csv');
    const all = await understand([file]);
    expect(named(all)).toEqual([{ Pain: 4, Energy: 3.5, Slept: 430 }]);
    // A day has no thirty hours.
    expect(all.notTaken).toEqual({ trackers: 2 });
    const again = await understand([file]);
    const ids = [all, again].flatMap(({ measures = [] }) => measures.map(({ _id }) => _id));
    expect(new Set(ids).size).toBe(8);
  });
});

describe('How We Feel', () => {
  it('comes in whole', async () => {
    const all = await understood('how-we-feel.csv');
    expect(lines(preparedOf(all), 'createdAt', 'content', 'tags', 'weatherData', 'temperature')).toEqual([
      '2026-05-17T08:39:00.000+02:00 | Early, and "awake" for once | ["By Myself","Home","Work"] | Cloudy | 11.1',
      '2026-05-17T15:39:00.000+02:00 |  | ["Calm","Family","Friends","Home","Parenting"] | Cloudy | 17.2',
      '2026-05-16T21:00:00.000+02:00 | Too much at once | ["Boss","Office","Deadline"] | Moderate rain | 10',
      '2026-05-15T00:05:00.000+02:00 |  | [] | - | -',
    ]);
    expect(all.entries.map(({ mood }) => mood)).toEqual(['Determined', 'Grateful', 'Anxious', 'Tired']);
    // A zero of the phone is no value; of caffeine it is one.
    expect(named(all)).toEqual([
      { Sleep: 450, Steps: 15, Caffeine: 0 },
      { Steps: 899, Caffeine: 0 },
      { Steps: 200, Caffeine: 120, 'Alcoholic Drinks': 1 },
      {},
    ]);
    expect(all.measures).toMatchObject([
      { name: 'Steps', kind: 'number', daySum: 'most', askedOn: 'never' },
      { name: 'Caffeine', kind: 'number', unit: 'mg' },
      { name: 'Alcoholic Drinks', kind: 'number' },
      { name: 'Sleep', kind: 'duration' },
    ]);
  });
});

describe('DailyTxT', () => {
  it('has one entry a day, at no time of it', async () => {
    expect(fields(await prepared('dailytxt.zip'), '_id', 'createdAt', 'content', 'tags')).toEqual([
      ['dailytxt:2024-03-03', '2024-03-03T12:00:00.000+01:00', '**Rain.** Read all day.', ['reading']],
      ['dailytxt:2024-03-04', '2024-03-04T12:00:00.000+01:00', '', []],
      ['dailytxt:2024-03-31', '2024-03-31T12:00:00.000+02:00', 'Written for a day that March has.', []],
      ['dailytxt:2024-02-29', '2024-02-29T12:00:00.000+01:00', 'Leap day.', []],
    ]);
  });

  it('names the day that March does not have, and counts what stays there', async () => {
    const { refused, notTaken, source } = await understood('dailytxt.zip');
    expect(refused).toEqual([
      { at: { file: '2024/03.json', number: 4 }, reason: 'no-such-date', detail: '2024-03-32' },
    ]);
    expect(notTaken).toEqual({ places: 1, stars: 1, templates: 1 });
    expect(source).toBe('DailyTxT');
  });
});

describe('an export of Diarium', () => {
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

  it('comes in whole', async () => {
    const whole = await prepared('diarium-all.json');
    expect(
      lines(whole, '_id', 'content', 'createdAt', 'inputMood', 'tags', 'weatherData', 'temperature'),
    ).toEqual([
      'diarium:2025-07-14T22:45:00.0000000 | Too warm\n\nSlept on the balcony.\n\nCounted bats. | 2025-07-14T22:45:00.000+02:00 | Foo: Bar | ["summer"] | Clear | 27',
      'diarium:2025-03-30T02:30:00.0000000 | An hour that the clocks skipped. | 2025-03-30T03:30:00.000+02:00 |  | [] | - | -',
      'diarium:2025-07-15T00:00:00.0000000 | Only a heading | 2025-07-15T00:00:00.000+02:00 |  | [] | - | -',
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

describe('memos', () => {
  it('come with their tags and places; archived ones and comments are asked for', async () => {
    const all = await prepared('memos-list.json', { optional: { archived: true, comment: true } });
    expect(lines(all, '_id', 'createdAt', 'content', 'tags', 'location')).toEqual([
      'memos:aaa111 | 2026-02-01T23:10:00.000+01:00 | Rain again #weather/rain and a good book #reading | ["weather/rain","reading"] | Porto',
      'memos:bbb222 | 2026-02-02T09:00:00.123+01:00 | - [ ] call mum\n- [x] water plants | [] | Porto',
      'memos:ccc333 | 2026-02-01T23:10:00.000+01:00 | Old and archived | [] | Porto',
      'memos:ddd444 | 2026-02-01T23:10:00.000+01:00 | Just a comment | [] | Porto',
    ]);
    const file = await understood('memos-list.json');
    expect(preparedOf(file).entries).toHaveLength(2);
    // The empty one is named, and that there are more pages.
    const { refused, hints, notTaken, source } = file;
    expect(refused).toEqual([{ at: { number: 5 }, reason: 'empty', detail: 'memos/eee555' }]);
    expect({ hints, notTaken, source }).toEqual({
      hints: ['more-pages'],
      notTaken: { stars: 1 },
      source: 'memos',
    });
  });

  it('before 0.19 have numbers and seconds, and tags only in the text', async () => {
    const old = [
      {
        id: 7,
        rowStatus: 'ARCHIVED',
        createdTs: 1_770_000_000,
        updatedTs: 1_770_000_001,
        content: 'a #b `#c`',
        resourceList: [{ type: 'image/png' }],
      },
    ];
    const file = await understand([textFile(JSON.stringify(old))]);
    expect(file.entries).toMatchObject([
      {
        id: 'memos:7+1770000000000',
        formerIds: ['memos:7'],
        when: { moment: 1_770_000_000_000 },
        updatedAt: 1_770_000_001_000,
        tags: ['b'],
        optional: 'archived',
      },
    ]);
    expect(file.notTaken).toEqual({ photos: 1 });
  });

  it('that are only a picture are kept as one', async () => {
    const memo = {
      name: 'memos/x',
      createTime: '2026-02-01T22:10:00Z',
      content: '',
      attachments: [{ type: 'image/png' }],
    };
    expect(
      fields(preparedOf(await understand([textFile(JSON.stringify({ memos: [memo] }))])), 'content'),
    ).toEqual([['(a photo)']]);
  });

  it('may be several pages', async () => {
    const page = (id: string) =>
      textFile(
        JSON.stringify({
          memos: [{ name: `memos/${id}`, createTime: '2026-02-01T22:10:00Z', content: id }],
          nextPageToken: 'x',
        }),
        `${id}.json`,
      );
    const { entries, hints } = await understand([page('a'), page('b')]);
    expect(entries.map(({ at, words }) => [at, words])).toEqual([
      [{ file: 'a.json', number: 1 }, 'a'],
      [{ file: 'b.json', number: 1 }, 'b'],
    ]);
    expect(hints).toEqual([]);
  });
});

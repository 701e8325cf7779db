import { jest } from '@jest/globals';
import { overviewOf } from '../../overview';
import { understand } from '../../understand';
import type { Reading } from '../../understood';
import { fields, lines, named, preparedOf, textFile, understood } from './samples';

const read = (text: string, name = 'diary.csv') => understand([textFile(text, name)]);

/** A text in an encoding of one or two bytes, which Node.js only decodes. */
function encoded(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(encoding);
  const firstTrail = encoding.startsWith('windows') ? Infinity : 0x40;
  const bytesOf = new Map<string, number[]>();
  const note = (...bytes: number[]) => bytesOf.set(decoder.decode(new Uint8Array(bytes)), bytes);
  for (let lead = 0xff; lead >= 0; lead -= 1) {
    for (let trail = 0xff; trail >= firstTrail; trail -= 1) note(lead, trail);
    note(lead);
  }
  return new Uint8Array([...text].flatMap((character) => bytesOf.get(character) ?? []));
}

describe('any CSV', () => {
  it('proposes what its columns are by their names', async () => {
    const german = await understood('table-german.csv');
    expect(german.table).toEqual({
      columns: [
        ...['Datum', 'Uhrzeit', 'Überschrift', 'Eintrag', 'Stimmung', 'Schlagwörter', 'Ort', 'Wetter'],
        'Temperatur (°C)',
      ],
      rows: [
        [
          ...['31.03.2024', '08:10', 'Ostern', 'Lang geschlafen; gut', 'gut', 'Familie, Sonne', 'Bergen'],
          ...['Light rain', '7,5'],
        ],
        ['30.03.2024', '', '', 'Ein Tag ohne Uhrzeit', 'müde', '', '', '', ''],
      ],
      roles: ['date', 'time', 'title', 'words', 'mood', 'tags', 'city', 'weather', 'temperature'],
    });
    expect(german.moods).toEqual({ gut: 'Happy', müde: 'müde' });
    const whole = preparedOf(german);
    const shown = ['createdAt', 'content', 'inputMood', 'location', 'tags', 'weatherData', 'temperature'];
    expect(lines(whole, ...shown)).toEqual([
      '2024-03-31T08:10:00.000+02:00 | Ostern\n\nLang geschlafen; gut | Happy | Bergen | ["Familie","Sonne"] | Light rain | 7.5',
      '2024-03-30T12:00:00.000+01:00 | Ein Tag ohne Uhrzeit | müde | Porto | [] | - | -',
    ]);
    const ids = fields(whole, '_id', 'formerIds').map((one) => one.flat().map(String));
    expect(ids).toEqual([
      [expect.stringMatching(/^csv:.*:2024-03-31T08:10$/), expect.stringMatching(/:31\.03\.2024 08:10$/)],
      [expect.stringMatching(/^csv:.*:2024-03-30T12:00$/), expect.stringMatching(/:30\.03\.2024$/)],
    ]);
  });

  it.each([
    ['Date,Time,Notes,Mood', 'date time words mood'],
    ['Fecha,Hora,Título,Texto,Estado de ánimo,Etiquetas,Ciudad', 'date time title words mood tags city'],
    [
      'Date,Heure,Titre,Contenu,Humeur,Étiquettes,Ville,Météo',
      'date time title words mood tags city weather',
    ],
    ['Data,Hora,Título,Conteúdo,Humor,Cidade', 'date time title words mood city'],
    ['التاريخ,الوقت,العنوان,النص,المزاج,المدينة', 'date time title words mood city'],
    [
      'createdAt,updatedAt,inputMood,location,tags,weatherData,temperature,neverSendToAi,checkIn,content',
      'date - mood city tags weather temperature - - words',
    ],
  ])('knows %s', async (header, names) => {
    const roles = names.split(' ').map((name) => (name === '-' ? null : name));
    const row = roles.map((role) => (role === 'date' ? '2024-03-30' : role === 'time' ? '08:10' : 'thing'));
    const { table, entries } = await read(`${header}\n${row.join(',')}\n`);
    expect(table?.roles).toEqual(roles);
    expect(entries).toHaveLength(1);
  });

  it('without a date shows its columns', async () => {
    const { table, entries, refused } = await read('id,sleep\n1,8\n');
    expect(table).toEqual({ columns: ['id', 'sleep'], rows: [['1', '8']], roles: [null, null] });
    expect([entries, refused]).toEqual([[], []]);
  });

  it('proposes what its columns are by what is in them', async () => {
    const text = 'a,b,c,d\n1,2024-03-30,22:04,Some words\n2,2024-03-31,08:10,Other words\n';
    expect((await read(text)).table?.roles).toEqual([null, 'date', 'time', 'words']);
  });

  it('has measures in columns of numbers, times, and yes or no', async () => {
    const all = await read(
      [
        'No,Date,Time,Sleep,Woke at,Coffee (cups),Ran,Pain,Weight,lat,Moon',
        '1,2024-03-30,21:00,7:30,6:45,2,yes,4/10,"71,5",41.1,full',
        '2,2024-03-31,,6 h,7:10 AM,1,no,,"1,071.25",41.1,new',
        '3,2024-04-01,,,,,,2/10,,,',
      ].join('\n'),
    );
    expect(all.table?.roles).toEqual([null, 'date', 'time', ...Array(6).fill('measure'), null, 'words']);
    const { measures = [] } = all;
    expect(
      Object.fromEntries(
        measures.map(({ name, kind, unit }) => [name, unit === '' ? kind : `${kind}, ${unit}`]),
      ),
    ).toEqual({
      Sleep: 'duration',
      'Woke at': 'time',
      Coffee: 'number, cups',
      Ran: 'yes-no',
      Pain: 'scale-10',
      Weight: 'number',
    });
    expect(named(all)).toEqual([
      { Sleep: 450, 'Woke at': 405, Coffee: 2, Ran: 1, Pain: 4, Weight: 71.5 },
      { Sleep: 360, 'Woke at': 430, Coffee: 1, Ran: 0, Weight: 1071.25 },
      { Pain: 2 },
    ]);
    // A value alone is an entry.
    expect(preparedOf(all).entries.map(({ entry }) => entry.checkIn)).toEqual([undefined, undefined, true]);
  });

  it('takes numbers beside times for hours in a column of lengths, and the days of a spreadsheet for dates', async () => {
    const all = await read(
      'Date,Hours of sleep,Woke at,Note\n45381.340278,7.5,6:45,a\n45382,6:30,7:10,b\n45383,8 h,7.5,c\n45384,90,7:00,d',
    );
    expect(named(all)).toEqual([
      { 'Hours of sleep': 450, 'Woke at': 405 },
      { 'Hours of sleep': 390, 'Woke at': 430 },
      { 'Hours of sleep': 480 },
      { 'Woke at': 420 },
    ]);
    expect(all.notTaken).toEqual({ trackers: 2 });
    expect(all.entries.map(({ when }) => when)).toMatchObject([
      { local: '2024-03-30T08:10:00' },
      { local: '2024-03-31T12:00', isDayOnly: true },
      { local: '2024-04-01T12:00' },
      { local: '2024-04-02T12:00' },
    ]);
  });

  it('has measures in columns that the file calls amounts, whatever else is in them', async () => {
    const all = await read(
      [
        'Date,Amount,Coffee (cups),Menge Wasser,Count of naps,Notes',
        '2024-03-30,2 pills,1,500 ml,1,a',
        '2024-03-31,a lot,2,some,2,b',
      ].join('\n'),
    );
    expect(all.table?.roles).toEqual(['date', ...Array(4).fill('measure'), 'words']);
    expect(named(all)).toEqual([
      { Amount: 2, Coffee: 1, 'Menge Wasser': 500, 'Count of naps': 1 },
      { Coffee: 2, 'Count of naps': 2 },
    ]);
    expect(all.notTaken).toEqual({ trackers: 2 });
  });

  it('measures temperatures that stand beside no weather, and counts those that have no place', async () => {
    const text = 'Date,Temperature (°C),Note\n2024-03-30,36.6,a\n2024-03-31,"37,2",b\n';
    const all = await read(text);
    expect(all.table?.roles).toEqual(['date', 'measure', 'words']);
    expect(named(all)).toEqual([{ Temperature: 36.6 }, { Temperature: 37.2 }]);
    const chosen = await understand([textFile(text)], { roles: ['date', 'temperature', 'words'] });
    expect([chosen.measures, chosen.notTaken]).toEqual([undefined, { trackers: 2 }]);
    const beside = await read('Date,Temperature,Weather,Note\n2024-03-30,7,Rain,a\n2024-03-31,8,,b\n');
    expect(fields(preparedOf(beside), 'temperature', 'measures')).toEqual([
      [7, undefined],
      [undefined, undefined],
    ]);
    expect(beside.notTaken).toEqual({ trackers: 1 });
  });

  it.each([
    ['0,250; 0,5', [0.25, 0.5]],
    ['0,250', [0.25]],
    ['72,35; 71,9; 72,125', [72.35, 71.9, 72.125]],
    ['1.234,5; 2.345; 71', [1234.5, 2345, 71]],
    ['1.234.567; 2.345', [1234567, 2345]],
    ['1 234; 12 345,5; 1\u00a0234', [1234, 12345.5, 1234]],
    ['1,234; 2,345.5; 1,234,567', [1234, 2345.5, 1234567]],
    ['1.234; 72.5', [1.234, 72.5]],
    ['1.234; 72,5', [1.234, 72.5]],
    ['-1,234; −0,250 kg', [-1.234, -0.25]],
  ])('reads numbers as the others of their column are written: %s', async (cells, numbers) => {
    const rows = cells.split('; ').map((cell) => `2024-03-30,"${cell}"\n`);
    const all = await read(`Date,Amount\n${rows.join('')}`);
    expect(named(all).map(({ Amount }) => Amount)).toEqual(numbers);
  });

  it('reads lengths without blanks, such as 7h30', async () => {
    const cells = ['7h30', '7h30m', '7h', '7 h 30 min', '7std30min', '90m'];
    const rows = (end: string) => cells.map((cell) => `2024-03-30,${cell}${end}\n`).join('');
    const all = await read(`Date,Sleep,Note\n${rows(',a')}`);
    expect(named(all).map(({ Sleep }) => Sleep)).toEqual([450, 450, 420, 450, 450, 90]);
    expect(all.measures?.[0]?.kind).toBe('duration');
    const awake = await read('Date,Awake,Note\n2024-03-30,6h45,a\n2024-03-31,7h10,b\n');
    expect([awake.measures?.[0]?.kind, named(awake)]).toEqual(['time', [{ Awake: 405 }, { Awake: 430 }]]);
  });

  it('takes no column for times that has none', async () => {
    const all = await read('Date,Time,Hour\n2024-03-30,morning,7\n2024-03-31,late,8\n');
    expect(all.table?.roles).toEqual(['date', null, null]);
    const most = await read('Date,Time,Text\n2024-03-30,8:10,a\n2024-03-31,9:10,b\n2024-04-01,late,c\n');
    expect(most.table?.roles).toEqual(['date', 'time', 'words']);
    expect(most.entries).toHaveLength(3);
    expect(most.remarks).toEqual([{ at: { line: 4 }, remark: 'time-left-out', detail: 'late' }]);
    const both = await read('Date,Time,Text\n2024-03-30,2024-03-30 8:10,a\n2024-03-31,2024-03-31 9:10,b\n');
    expect(both.table?.roles).toEqual([null, 'date', 'words']);
    const lengths = await read(
      'Date,Time,Text\n2024-03-30,45 min,a\n2024-03-31,1h 30m,b\n2024-04-01,50 min,c\n',
    );
    expect(lengths.table?.roles[1]).not.toBe('time');
  });

  it('reads dates of several shapes in one column, and asks only for those that are open', async () => {
    const dates = [
      ...['2024-03-30', '30.3.2024', '"March 30, 2024"', '30-Mar-24', '1711793400', '30. März 2024'],
      ...['03/04/2024', 'some day', 'once', 'then'],
    ];
    const all = await read(`When,Text\n${dates.map((date, n) => `${date},${n}`).join('\n')}\n`);
    const noon = { local: '2024-03-30T12:00', isDayOnly: true };
    expect(all.entries.map(({ when }) => when)).toEqual([
      ...[noon, noon, noon, noon, { moment: 1_711_793_400_000 }, noon],
      { numbers: [3, 4, 2024] },
    ]);
    expect(all.refused).toHaveLength(3);
  });

  it('takes the first feeling of a cell for the mood, and the others for tags', async () => {
    const cells = ['Grateful;Calm', '"happy, very tired"', '"7,5"', '"Calm, and then it rained all day"'];
    const all = await read(`Date,Mood,Tags\n${cells.map((cell) => `2024-03-30,${cell},Calm\n`).join('')}`);
    expect(all.entries.map(({ mood, tags }) => [mood, tags])).toEqual([
      ['Grateful', ['Calm']],
      ['happy', ['very tired', 'Calm']],
      ['7,5', ['Calm']],
      ['Calm, and then it rained all day', ['Calm']],
    ]);
  });

  it('counts values that are none, and keeps a measure that somebody leaves out', async () => {
    const text = 'Date,Notes,Sleep\n2024-03-30,a,7\n2024-03-31,b,7\n2024-04-01,c,7\n2024-04-02,d,bad\n';
    const all = await understand([textFile(text)], { roles: ['date', 'words', 'measure'] });
    expect(all.notTaken).toEqual({ trackers: 1 });
    const leftOut = new Set(all.measures?.map(({ _id }) => _id));
    // Also when the file is read again.
    const reading = { roles: ['date', null, 'measure'], measures: all.measures } satisfies Reading;
    const again = await understand([textFile(text)], reading);
    expect(again.measures).toEqual(all.measures);
    expect(fields(preparedOf(all, { leftOut }), 'measures').flat()).toEqual(Array(4).fill(undefined));
  });

  it('need not have names of columns', async () => {
    const { table, entries } = await read('2024-03-30\tFirst\n2024-03-31\tSecond\n', 'notes.txt');
    expect(table).toMatchObject({ columns: ['1', '2'], roles: ['date', 'words'] });
    expect(entries.map(({ words, at }) => [words, at])).toEqual([
      ['First', { line: 1 }],
      ['Second', { line: 2 }],
    ]);
  });

  it.each(['7h30; 6h45', '1.234,5 g; 1 250 g', '7h 30m; 1.234 g; 1,234.5 g'])(
    'measures what is its only column beside the date, and finds it as the words that it was: %s',
    async (cells) => {
      const rows = cells.split('; ').map((cell, day) => `2024-03-0${day + 1},"${cell}"\n`);
      const text = `Date,X\n${rows.join('')}`;
      const all = await read(text);
      expect(all.table?.roles).toEqual(['date', 'measure']);
      expect(all.entries.map(({ words }) => words)).toEqual(rows.map(() => ''));
      const before = await understand([textFile(text)], { roles: ['date', 'words'] });
      const formerIds = ({ entries }: typeof all) => entries.map((entry) => entry.formerIds);
      expect(formerIds(all)).toEqual(formerIds(before));
    },
  );

  it('is read as the person says', async () => {
    const text = 'one,two\nToday,2024-03-30\n';
    const { entries } = await understand([textFile(text)], { roles: ['title', 'date'] });
    expect(entries.map(({ words }) => words)).toEqual(['Today']);
    const without = await understand([textFile(text)], { roles: ['words', null] });
    expect([without.entries, without.refused, without.table?.roles]).toEqual([[], [], ['words', null]]);
  });

  it('asks for the order of day and month where it is open', async () => {
    const open = await read('Date,Text\n03/04/2024 9:05 PM,a\n05/04/2024,b\n');
    expect(open.entries.map(({ when }) => when)).toEqual([
      { numbers: [3, 4, 2024], time: '21:05' },
      { numbers: [5, 4, 2024] },
    ]);
    expect(fields(preparedOf(open, { isDayFirst: false }), 'createdAt')).toEqual([
      ['2024-03-04T21:05:00.000+01:00'],
      ['2024-05-04T12:00:00.000+02:00'],
    ]);
  });

  it('asks for no order of a date that exists in none', async () => {
    const understood = await read('Date,Text\n2024-03-30,a\n00/00/0000,b\n');
    expect(overviewOf(understood).asked).toEqual({ zone: true, city: true, weather: true, optional: [] });
    const { entries, refused } = preparedOf(understood);
    expect([entries.length, refused]).toMatchObject([1, [{ reason: 'no-such-date' }]]);
  });

  it.each([
    ['03/04/2024', '13/04/2024', '2024-04-03T12:00'],
    ['03/04/2024', '04/13/2024', '2024-03-04T12:00'],
  ])('finds the order of %s by %s', async (open, other, local) => {
    const { entries } = await read(`Date,Text\n${open},a\n${other},b\n`);
    expect(entries[0]?.when).toEqual({ local, isDayOnly: true });
  });

  it('has years of two digits first where they cannot be last', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 29), doNotFake: ['setTimeout', 'setImmediate'] });
    const { entries } = await read('Date,Text\n24-03-05,a\n24-03-30 8:10 PM,b\n');
    jest.useRealTimers();
    expect(entries.map(({ when }) => when)).toEqual([
      { local: '2024-03-05T12:00', isDayOnly: true },
      { local: '2024-03-30T20:10' },
    ]);
  });

  it('finds the order for each sign between the numbers', async () => {
    const { entries } = await read('Date,Text\n03/04/2024,a\n13-04-2024,b\n03-04-2024,c\n');
    expect(entries.map(({ when }) => 'numbers' in when)).toEqual([true, false, false]);
  });

  it('keeps its ids when the order is found later', async () => {
    const [older] = (await read('Date,Text\n03/04/2024,a\n')).entries;
    const newer = (await read('Date,Text\n03/04/2024,a\n13/04/2024,b\n')).entries;
    expect(newer[0]?.id).toBe(older?.id);
  });

  it('takes numbers for a scale', async () => {
    const moodsOf = async (...moods: string[]) =>
      (await read(`Date,Mood\n${moods.map((mood) => `2024-03-30,"${mood}"\n`).join('')}`)).moods;
    expect(await moodsOf('1', '3', '5')).toEqual({ 1: 'Sad', 3: 'Neutral', 5: 'Very Happy' });
    expect(await moodsOf('-2', '0', '1')).toEqual({ '-2': 'Sad', 0: 'Neutral', 1: 'Happy' });
    expect(await moodsOf('10', '5,5')).toEqual({ 10: 'Very Happy', '5,5': 'Neutral' });
    expect(await moodsOf('10', 'calm')).toEqual({ 10: '10', calm: 'calm' });
  });

  it('says what it does not take', async () => {
    const text =
      'Date,Time,Text\n,08:00,a\nsoon,08:00,b\n2024-02-30,,c\n2024-02-28,8 o,d\n2024-02-28,,e,f\n2024-02-28,,g\n';
    const { refused, entries } = preparedOf(await read(text));
    expect(refused).toEqual([
      { at: { line: 2 }, reason: 'no-date' },
      { at: { line: 3 }, reason: 'unreadable', detail: 'soon' },
      { at: { line: 6 }, reason: 'wrong-number-of-cells', detail: '2024-02-28, , e, f' },
      { at: { line: 4 }, reason: 'no-such-date', detail: '2024-02-30T12:00' },
    ]);
    expect(entries).toHaveLength(2);
  });

  it('undoes what protects spreadsheets from formulas', async () => {
    const [entry] = (await read(`Date,Text\n2024-02-28,"'=1+1; '-2"\n`)).entries;
    expect(entry?.words).toBe('=1+1; -2');
  });

  it.each([
    ['windows-1252', ['de-AT'], 'Datum', 'Grüße aus Köln'],
    ['windows-1252', ['ru'], 'Datum', 'Größe, Übung und Gemütlichkeit'],
    ['windows-1252', ['fr', 'pl'], 'Date', 'Très agréable à Orléans, hélas'],
    ['windows-1252', ['en-US@posix', 'en'], 'Date', 'A café'],
    ['windows-1251', ['en-GB', 'ru-RU'], 'Дата', 'Её мама сказала: «Ещё чаю?»'],
    ['windows-1250', ['pl-PL', 'en'], 'Data', 'Późna kąpiel, potem łóżko'],
    ['windows-1256', ['en-GB', 'ar'], 'التاريخ', 'يوم جميل مع أصدقائي'],
    ['gb18030', ['zh-CN'], '日期', '今天和朋友一起吃饭，很开心'],
    ['big5', ['zh-TW'], '日期', '今天和朋友一起吃飯，很開心'],
    ['shift_jis', ['ja'], '日付', '今日は友達と散歩をした。スタート'],
    ['euc-kr', ['ko-KR'], '날짜', '오늘은 친구와 산책을 했다'],
  ])(
    'is read from a spreadsheet that saves %s, in a browser of %j',
    async (encoding, languages, date, words) => {
      const file = textFile(encoded(`${date};Text\n30.03.2024;${words}\n`, encoding), 'diary.csv');
      const { table, entries } = await understand([file], { languages });
      expect([table?.columns, entries[0]?.words]).toEqual([[date, 'Text'], words]);
    },
  );

  it('is UTF-8 in spite of some bytes that are not', async () => {
    const bytes = [...Buffer.from('Дата,Text\n2024-03-30,Снег'), 0xff, 0xfe, 0xff];
    const { entries } = await understand([textFile(new Uint8Array(bytes))], { languages: ['ru'] });
    expect(entries[0]?.words).toBe('Снег\ufffd\ufffd\ufffd');
  });

  it('of Daybook is read', async () => {
    const text = 'Date,Title,Text,Images\n2024-03-30-22:04,A title,Words,\n';
    expect(fields(preparedOf(await read(text, 'entries.csv')), 'createdAt', 'content')).toEqual([
      ['2024-03-30T22:04:00.000+01:00', 'A title\n\nWords'],
    ]);
  });
});

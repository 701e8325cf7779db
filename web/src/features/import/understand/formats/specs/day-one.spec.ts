import { understand } from '../../understand';
import { fields, lines, photoNames, prepared, preparedOf, textFile, understood } from './samples';
import { zipOf } from './drawn/packed.mjs';

const journal = (...entries: object[]) => JSON.stringify({ metadata: { version: '1.0' }, entries });

const wordsOf = async (text: string) => {
  const file = textFile(journal({ uuid: 'A', creationDate: '2024-05-05T10:00:00Z', text }), 'Journal.json');
  return fields(preparedOf(await understand([file])), 'content')[0]?.[0];
};

describe('a journal of Day One', () => {
  it('comes in whole', async () => {
    const whole = await prepared('dayone-plain.zip');
    expect(
      lines(whole, '_id', 'createdAt', 'updatedAt', 'location', 'tags', 'weatherData', 'temperature'),
    ).toEqual([
      'dayone:0F1E2D3C4B5A69788796A5B4C3D2E1F0 | 2025-03-30T01:30:00.000+01:00 | 2025-03-30T06:00:00.000Z | Bergen | ["home","Sleep"] | Light rain | 7',
      'dayone:112233445566778899AABBCCDDEEFF00 | 2025-06-01T19:05:00.000+01:00 | 2025-06-01T18:07:00.000Z | Porto | ["river"] | - | -',
    ]);
    expect(fields(whole, 'content')).toEqual([
      ['# Rain on the roof\n\nAwake before the clocks went forward. Two pages, then sleep.'],
      ['Walked to the river.\n\nThe boats were out.'],
    ]);
    expect(photoNames(whole)).toEqual([[], ['photos/2b40b9355fdeec3aa717675b01e6d28d.png']]);
    expect(whole.refused).toEqual([]);
    expect(whole.remarks).toEqual([]);
    expect((await understood('dayone-plain.zip')).notTaken).toEqual({ stars: 1 });
  });

  it('is read from the JSON file alone', async () => {
    expect(await wordsOf('Alone\\.')).toBe('Alone.');
  });

  it('has no backslashes outside of code, but before what would have a form', async () => {
    expect(await wordsOf('a\\_b `c\\_d` \\` e\\.\n```\nf\\.g\n```\nC:\\temp h\\!')).toBe(
      'a_b `c\\_d` \\` e.\n```\nf\\.g\n```\nC:\\temp h!',
    );
  });

  it('keeps a script in code, and no other', async () => {
    expect(await wordsOf('`<script>a</script>` <SCRIPT src="x">b</script >c <script>d')).toBe(
      '`<script>a</script>` c <script>d',
    );
  });

  const ofRichText = async (contents: object[], more: object = {}) => {
    const entry = { uuid: 'A', creationDate: '2024-05-05T10:00:00Z', ...more };
    const richText = JSON.stringify({ contents });
    const file = await understand([textFile(journal({ ...entry, text: '', richText }), 'Journal.json')]);
    return { content: fields(preparedOf(file), 'content')[0]?.[0], notTaken: file.notTaken };
  };
  const line = (words: string, attributes: object) => ({
    text: `${words}\n`,
    attributes: { line: attributes },
  });

  it('has the words of rich text if there are no others, with its lists, checks and quotes', async () => {
    const numbered = { listStyle: 'numbered', indentLevel: 1 };
    const { content } = await ofRichText([
      line('By the *river*', { header: 1 }),
      { text: 'A heron stood ' },
      { text: 'very', attributes: { bold: true } },
      { text: ' still.\n' },
      { text: 'br', attributes: { bold: true, line: { listStyle: 'bulleted', indentLevel: 1 } } },
      line('ead', { listStyle: 'bulleted', indentLevel: 1 }),
      line('call', { listStyle: 'checkbox', checked: true, indentLevel: 1 }),
      line('sleep', { checked: false, identifier: 'x' }),
      line('first', numbered),
      line('within', { ...numbered, indentLevel: 2 }),
      line('second\nthird', numbered),
      line('within', { ...numbered, indentLevel: 2 }),
      line('said', { quote: true }),
      line('anew', numbered),
      line('x = 1', { codeBlock: true }),
      { text: 'the ', attributes: { linkURL: 'https://x.example/' } },
      { text: 'sea', attributes: { linkURL: 'https://x.example/', italic: true } },
      { text: ' and ' },
      { text: 'another day', attributes: { linkURL: 'dayone://view?entryId=A' } },
      { text: '\n' },
    ]);
    expect(content).toBe(
      [
        ...[
          'By the *river*',
          'A heron stood very still.',
          '- bread',
          '- [x] call',
          '- [ ] sleep',
          '1. first',
        ],
        ...['  1. within', '2. second', '3. third', '  1. within', '> said', '1. anew', 'x = 1'],
        'the sea (https://x.example/) and another day',
      ].join('\n'),
    );
  });

  it('names what is embedded in rich text for what it is', async () => {
    const objects = [
      { type: 'photo', identifier: 'A' },
      { type: 'horizontalRuleLine' },
      { type: 'externalVideo', url: 'https://x.example/v' },
      { type: 'preview', url: 'https://x.example/p' },
      { type: 'renderableCodeBlock', contents: 'y = 2' },
      { type: 'audio', identifier: 'B' },
      { type: 'pdfAttachment', identifier: 'C' },
      ...[
        'motionActivity',
        'workout',
        'song',
        'location',
        'dayOneEntry',
        'stateOfSomething',
        '__proto__',
      ].map((type) => ({ type })),
    ];
    const found = await ofRichText([
      { text: 'Rain.\n' },
      ...objects.map((object) => ({ embeddedObjects: [object] })),
      { text: 'Sun.' },
    ]);
    expect(found).toEqual({
      content: [
        ...['Rain.', '(a photo)', '---', 'https://x.example/v', 'https://x.example/p', 'y = 2'],
        ...['(a recording)', '(a file)', 'Sun.'],
      ].join('\n'),
      notTaken: { photos: 1, recordings: 1, files: 1, activities: 2, music: 1, places: 1, others: 2 },
    });
  });

  it('has the same ids with and without hyphens', async () => {
    const file = textFile(
      journal({
        uuid: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
        creationDate: '2024-05-05T10:00:00Z',
        text: 'a',
      }),
      'Journal.json',
    );
    expect(fields(preparedOf(await understand([file])), '_id')).toEqual([
      ['dayone:0F1E2D3C4B5A69788796A5B4C3D2E1F0'],
    ]);
  });

  it('that is cut off leaves the others readable', async () => {
    const whole = journal({ uuid: 'A', creationDate: '2024-05-05T10:00:00Z', text: 'a' });
    const zip = zipOf({ 'A.json': whole.slice(0, -5), 'B.json': whole });
    expect((await understand([zip])).refused).toEqual([{ at: { file: 'A.json' }, reason: 'unreadable' }]);
  });
});

describe('the odd entries of three journals', () => {
  it('come in with their own days, words and weather', async () => {
    const { entries } = await prepared('dayone-nasty.zip');
    const entry = (number: number, ...names: string[]) =>
      entries
        .filter(({ source: { at } }) => at.file === 'Journal.json' && at.number === number)
        .map(({ entry: one }) => names.map((name) => one[name]));
    // Without words, they have what they consist of.
    expect(entry(1, 'content')).toEqual([['(a recording)']]);
    expect(entry(6, 'content')).toEqual([['(a photo)']]);
    expect(entry(9, 'content', 'createdAt')).toEqual([
      ['A whole day at the sea, written again.', '2024-04-17T12:00:00.000+01:00'],
    ]);
    expect(entry(3, 'createdAt')).toEqual([['2024-12-31T23:30:00.000+13:00']]);
    expect(entry(4, 'createdAt')).toEqual([['2024-12-31T23:30:00.000-10:00']]);
    expect(entry(11, 'createdAt')).toEqual([['2024-05-05T12:00:00.000+02:00']]);
    expect(entry(12, 'createdAt')).toEqual([['2024-05-05T12:00:00.000+02:00']]);
    expect(entry(5, 'content')).toEqual([['Paid 3.50 (cash) - kept in C:\\temp\\notes !']]);
    expect(entry(16, 'content')).toEqual([['See the other one  (a video)']]);
    expect(entry(17, 'content')).toEqual([['Half an emoji: \ufffd and a nul: \ufffd.']]);
    expect(entry(18, 'content')).toEqual([['Third line of the same minute.']]);
    expect(entry(19, 'content')).toEqual([['Fourth line of the same minute.']]);
    // No street.
    expect(entry(10, 'weatherData', 'temperature', 'location')).toEqual([['Teilweise bewölkt', 0, 'Porto']]);
    // One that is too long is split.
    const parts = entry(8, 'content', '_id');
    expect(parts).toHaveLength(2);
    expect(parts[0]?.[0]).toMatch(/\n\n\(1 of 2\)$/);
    expect(String(parts[0]?.[0]).length + String(parts[1]?.[0]).length).toBeGreaterThan(26_890);
    const others = entries.filter(({ source: { at } }) => at.file !== 'Journal.json');
    expect(others.map(({ entry: one }) => one.content)).toEqual(['Aus dem zweiten Tagebuch.']);
  });

  it('are counted, or refused for their dates', async () => {
    const file = await understood('dayone-nasty.zip');
    expect(file.entries).toHaveLength(18);
    expect(file.notTaken).toEqual({ recordings: 1, missingPhotos: 1, videos: 1, places: 1 });
    expect(file.remarks).toEqual([
      {
        at: { file: 'Journal.json', number: 6 },
        remark: 'photo-missing',
        detail: 'photos/A1B2C3D4E5F60718293A4B5C6D7E8F90',
      },
      { at: { file: 'Journal.json', number: 9 }, remark: 'newer-text-taken' },
      { at: { file: 'Journal.json', number: 11 }, remark: 'unknown-zone', detail: 'Etc/Unknown' },
    ]);
    const byNumber = preparedOf(file).refused.map(({ at, reason }) => [at.number, reason]);
    expect(byNumber.sort()).toEqual([
      [13, 'date-out-of-range'],
      [14, 'date-out-of-range'],
      [15, 'no-such-date'],
    ]);
  });
});

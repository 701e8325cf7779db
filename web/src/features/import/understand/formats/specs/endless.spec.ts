import { GROWTH, LINEAR, timesAsLong } from '@inner-weather/testing/processor-time';
import { understand } from '../../understand';
import { applePage } from './drawn/apple-journal.mjs';
import { bearNote } from './drawn/bear.mjs';
import { evernoteFile, evernoteNote } from './drawn/evernote.mjs';
import { keepNote } from './drawn/google-keep.mjs';
import { id } from './drawn/id.mjs';
import { joplinNote } from './drawn/joplin.mjs';
import { preparedOf, textFile } from './samples';
import { tarOf, zipOf } from './drawn/packed.mjs';

/* Texts of one thing many times. */

const MANY = 24_000;

const read = (file: File) => understand([file]).then(preparedOf, () => undefined);

async function expectLinear(filesOf: (things: number) => File[]): Promise<void> {
  const [few, many] = [filesOf(MANY / GROWTH), filesOf(MANY)];
  const slow: string[] = [];
  for (const [at, file] of few.entries()) {
    const times = await timesAsLong((things) => read(things === MANY ? many[at]! : file), MANY);
    if (!(times < LINEAR)) slow.push(`${file.name} takes ${times} times as long`);
  }
  expect(slow).toEqual([]);
}

const EXPORT = '{"format": "inner-weather-export", "version": 1, "entries": [';

it.each<[string, (things: number) => string]>([
  ['a quote in JSON', (n) => `${EXPORT}{"content": "${'x\n'.repeat(n)}`],
  [
    'a quote in a CSV of Daylio',
    (n) => `full_date,date,weekday,time,mood,activities,note_title,note\n2024-03-30,"${'x\n'.repeat(n)}`,
  ],
  ['a quote in any table', (n) => `date,text\n2024-03-30,"${'x\n'.repeat(n)}`],
  ['a front matter', (n) => `---\ntitle: "${'x\n'.repeat(n)}`],
  ['lists in its front matter', (n) => `---\na: ${'['.repeat(n)}\n---\nx`],
  ['maps in its front matter', (n) => `---\n${'a: &a [*a]\n'.repeat(n / 100)}---\nx`],
  ['a list in a list', (n) => EXPORT + '['.repeat(n / 2)],
  ['lists in lists', (n) => `${EXPORT}${'['.repeat(n / 2)}${']'.repeat(n / 2)}]}`],
  ['lists in lists in an entry', (n) => `${EXPORT}{"content": ${'['.repeat(n / 2)}${']'.repeat(n / 2)}}]}`],
  ['maps in maps', (n) => '{"a":'.repeat(n / 2) + '1' + '}'.repeat(n / 2)],
  ['blanks', (n) => `# ${' '.repeat(n)}x`],
  ['elements in elements', (n) => '<a>'.repeat(n / 2)],
  ['notes', (n) => `<en-export><note>${'<resource/>'.repeat(n)}`],
  ['a note', (n) => `<en-export><note><content><![CDATA[${'x\n'.repeat(n)}`],
])(
  'a file with %s that never ends is read in a time that grows as it does, whatever its name says',
  (_what, textOf) =>
    expectLinear((things) =>
      ['diary.json', 'diary.csv', 'diary.md', 'diary.xml', 'diary.txt'].map((name) =>
        textFile(textOf(things), name),
      ),
    ),
);

/** What formats read as Markdown, or as plain words. */
const filesOfMarkdown = (text: string): File[] => {
  const dayOne = { uuid: 'A', creationDate: '2024-05-05T10:00:00Z', text };
  return [
    textFile(JSON.stringify({ metadata: { version: '1.0' }, entries: [dayOne] }), 'Journal.json'),
    textFile(text, '2024-03-30.md'),
    textFile(`# A\n\nDate: 2024-03-30\nText: ${text}\n\n${text}`, `A ${id('1')}.md`),
    textFile(keepNote({ textContent: text, annotations: [{ url: text }] }), 'keep.json'),
    new File([tarOf(joplinNote('1', 'A', text))], 'notes.jex'),
    textFile(`# 2024-03-30\n${text}`, 'diary.md'),
    zipOf(bearNote('a', text)),
  ];
};

const filesOfHtml = (text: string): File[] => {
  const journey = { id: 'A', date_journal: 1_625_133_600_000, date_modified: 1, text, type: 'html', lat: 0 };
  const table = `<h1 class="page-title"></h1><th>a</th><td>${text}</td>`;
  return [
    textFile(JSON.stringify(journey), 'entry.json'),
    textFile(`${table}<div class="page-body"><img ${text}`, `A ${id('1')}.html`),
    new File([tarOf(joplinNote('1', 'A', `<img ${text}`))], 'notes.jex'),
    textFile(evernoteFile(evernoteNote({ content: text })), 'diary.enex'),
    zipOf({ 'Entries/2026-01-14.html': applePage({ body: text }), 'x.txt': '' }),
  ];
};

// Of Markdown, of HTML, and of what apps make of both.
const BOTH = ['<', '<img ', 'x ', '\n', '\ufdd3\n', '\ufdd0photo', '\u200b'];
const MARKDOWN = [
  ...['[[', '[](', '![](', 'a: b\n', '![a](', '![[', '![', '[a](dayone:', '```', '```\n', '```\n`', '`` ` '],
  ...['`', '\\', '#', '# ', ' #1a', ' #a b', '> ', '- [ ] ', '<script>', '## 2024-03-30\nx\n'],
];
const HTML = [
  ...['<p>word</p>', '<p> ', '<li> ', '<li><li>', '<td>a', '<br>', '&nbsp;', ' &amp; ', '<ol><li>a'],
  ...[' src="" :/', '<blockquote>', '<en-todo/>', '<en-media/>', '<div class="bodyText">'],
  '<div class="assetType_stateOfMind">1,',
];

it.each([
  ...[...BOTH, ...MARKDOWN].map((piece) => ['Markdown', piece, filesOfMarkdown] as const),
  ...[...BOTH, ...HTML].map((piece) => ['HTML', piece, filesOfHtml] as const),
])(
  '%s of many %j is read in a time that grows as it does, in every format that has it',
  (_kind, piece, filesOf) =>
    expectLinear((things) => filesOf(piece.repeat(things / Math.min(piece.length, 8)))),
);

it('pages of Notion with many properties, of which no two are the same, are read in a time that grows as they do', async () => {
  const page = (n: number) =>
    `# ${n}\n\nDate: 2024-03-30\n${Array.from({ length: 50 }, (_, m) => `p${n}.${m}: x`).join('\n')}\n\nWords.`;
  const name = (n: number) => `a/${n} ${String(n).padStart(32, '0')}.md`;
  await expectLinear((things) => [
    zipOf(Object.fromEntries(Array.from({ length: things / 60 }, (_, n) => [name(n), page(n)]))),
  ]);
});

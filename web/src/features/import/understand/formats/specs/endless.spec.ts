import { understand } from '../../understand';
import { applePage } from './drawn/apple-journal.mjs';
import { bearNote } from './drawn/bear.mjs';
import { evernoteFile, evernoteNote } from './drawn/evernote.mjs';
import { keepNote } from './drawn/google-keep.mjs';
import { id } from './drawn/id.mjs';
import { joplinNote } from './drawn/joplin.mjs';
import { preparedOf, textFile } from './samples';
import { tarOf, zipOf } from './drawn/packed.mjs';

/* Texts of one thing many times. Whatever looks at each pair of things would take longer than the bounds by far. */

/** Milliseconds of the processor, since other tests run at the same time, and bytes that a tab may take. */
const BOUNDS = { ms: 10_000, bytes: 500_000_000 };

async function expectReadInAMoment(...files: File[]): Promise<void> {
  for (const file of files) {
    const [start, before] = [process.cpuUsage(), process.memoryUsage.rss()];
    await understand([file]).then(preparedOf, () => undefined);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(BOUNDS.ms);
    expect(process.memoryUsage.rss() - before).toBeLessThan(BOUNDS.bytes);
  }
}

const EXPORT = '{"format": "inner-weather-export", "version": 1, "entries": [';
const MANY = 300_000;
const long = 'x\n'.repeat(MANY);

it.each([
  ['a quote in JSON', `${EXPORT}{"content": "${long}`],
  [
    'a quote in a CSV of Daylio',
    `full_date,date,weekday,time,mood,activities,note_title,note\n2024-03-30,"${long}`,
  ],
  ['a quote in any table', `date,text\n2024-03-30,"${long}`],
  ['a front matter', `---\ntitle: "${long}`],
  ['lists in its front matter', `---\na: ${'['.repeat(19_000)}\n---\nx`],
  ['maps in its front matter', `---\n${'a: &a [*a]\n'.repeat(400)}---\nx`],
  ['a list in a list', EXPORT + '['.repeat(20_000)],
  ['lists in lists', `${EXPORT}${'['.repeat(20_000)}${']'.repeat(20_000)}]}`],
  ['lists in lists in an entry', `${EXPORT}{"content": ${'['.repeat(20_000)}${']'.repeat(20_000)}}]}`],
  ['maps in maps', '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ['blanks', `# ${' '.repeat(1_000_000)}x`],
  ['elements in elements', '<a>'.repeat(20_000)],
  ['notes', '<en-export><note>'.padEnd(2_000_000, '<resource/>')],
  ['a note', `<en-export><note><content><![CDATA[${long}`],
])(
  'a file with %s that never ends is read in a moment, whatever its name says',
  (_what, text) =>
    expectReadInAMoment(
      ...['diary.json', 'diary.csv', 'diary.md', 'diary.xml', 'diary.txt'].map((name) =>
        textFile(text, name),
      ),
    ),
  180_000,
);

// Of Markdown, of HTML, and of what apps make of both.
it.each([
  ...[
    '[[',
    '[](',
    '![](',
    '<img ',
    ' src="" :/',
    '- [ ] ',
    'a: b\n',
    '![a](',
    '![[',
    '[a](dayone:',
    '`',
    '```',
    '```\n',
    '```\n`',
    '`` ` ',
    '\\',
    '#',
    ' #1a',
    '> ',
  ],
  ...[
    '<p>word</p>',
    '<p> ',
    '<li> ',
    '<li><li>',
    '<td>a',
    '<br>',
    '&nbsp;',
    ' &amp; ',
    '<script>',
    '<',
    'x ',
    '\n',
  ],
  ...[
    '<ol><li>a',
    '<blockquote>',
    '\ufdd3\n',
    '<en-todo/>',
    '<en-media/>',
    '<div class="bodyText">',
    ' #a b',
  ],
  ...['<div class="assetType_stateOfMind">1,', '\ufdd0photo', '\u200b', '## 2024-03-30\nx\n'],
])(
  'words of many %j are read in a moment, in every format that has formatted words',
  async (piece) => {
    const text = piece.repeat(Math.min(100_000, 400_000 / piece.length));
    // What looks at each pair of these takes longer than the bounds, too.
    const part = text.slice(0, 100_000);
    const dayOne = { uuid: 'A', creationDate: '2024-05-05T10:00:00Z', text };
    const journey = {
      id: 'A',
      date_journal: 1_625_133_600_000,
      date_modified: 1,
      text,
      type: 'html',
      lat: 0,
    };
    await expectReadInAMoment(
      textFile(JSON.stringify({ metadata: { version: '1.0' }, entries: [dayOne] }), 'Journal.json'),
      textFile(JSON.stringify(journey), 'entry.json'),
      textFile(text, '2024-03-30.md'),
      textFile(`# A\n\nDate: 2024-03-30\nText: ${part}\n\n${part}`, `A ${id('1')}.md`),
      textFile(
        `<h1 class="page-title"></h1><th>a</th><td>${part}</td><div class="page-body"><img ${part}`,
        `A ${id('1')}.html`,
      ),
      textFile(keepNote({ textContent: part, annotations: [{ url: part }] }), 'keep.json'),
      new File([tarOf(joplinNote('1', 'A', `<img ${part}`))], 'notes.jex'),
      textFile(`# 2024-03-30\n${text}`, 'diary.md'),
      textFile(evernoteFile(evernoteNote({ content: text })), 'diary.enex'),
      zipOf({ 'Entries/2026-01-14.html': applePage({ body: text }), 'x.txt': '' }),
      zipOf(bearNote('a', text)),
    );
  },
  180_000,
);

it('pages of Notion with many properties, of which no two are the same, are read in a moment', async () => {
  const page = (n: number) =>
    `# ${n}\n\nDate: 2024-03-30\n${Array.from({ length: 50 }, (_, m) => `p${n}.${m}: x`).join('\n')}\n\nWords.`;
  const name = (n: number) => `a/${n} ${String(n).padStart(32, '0')}.md`;
  const pages = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [name(n), page(n)]));
  await expectReadInAMoment(zipOf(pages));
}, 180_000);

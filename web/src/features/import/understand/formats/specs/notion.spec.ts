import { understand } from '../../understand';
import { id } from './drawn/id.mjs';
import { NOTION, NOTION_TABLE, notionZip } from './drawn/notion.mjs';
import { fields, folder, lines, named, photoNames, preparedOf, textFile } from './samples';
import { zipOf } from './drawn/packed.mjs';

const EXPECTED = [
  '2026-01-13T12:00:00.000+01:00 | Tuesday, slow\n\nThe roof leaks again. See Wednesday and [web](https://example.org).\n\n(a photo) | Happy | ["home","rain"]',
  '2026-01-14T08:05:00.000+01:00 | Wednesday\n\nA long day with words.\n\n- [x] wrote home\n- [ ] slept | 😢 | []',
  '2026-01-16T12:00:00.000+01:00 | A week away |  | ["travel"]',
];
const DAYS = EXPECTED.map((line) => line.split(' | ')[0]);

const COLUMNS = ['createdAt', 'content', 'inputMood', 'tags'];

describe('an export of Notion', () => {
  it('has each row of a database once, with its page, on the day of its property', async () => {
    const file = await understand([notionZip(NOTION)]);
    expect(file.source).toBe('Notion');
    expect(lines(preparedOf(file), ...COLUMNS)).toEqual(EXPECTED);
    expect(photoNames(preparedOf(file))).toEqual([[`Journal ${id('1')}/Tuesday, slow/IMG 1.jpg`], [], []]);
    expect(named(file)).toEqual([{ Sleep: 7.5, Walked: 1 }, { Sleep: 6, Walked: 0 }, {}]);
    expect(file.refused).toEqual([
      { at: { file: `Ideas ${id('4')}.md` }, reason: 'not-a-daily-note', detail: 'Ideas' },
    ]);
    expect(file.entries.map((entry) => entry.id).slice(0, 2)).toEqual([
      `notion:${id('2')}`,
      `notion:${id('3')}`,
    ]);
  });

  it('may be in parts, unpacked, or of pages alone', async () => {
    const all = Object.entries(NOTION);
    const parts = [Object.fromEntries(all.slice(0, 2)), Object.fromEntries(all.slice(2))] as const;
    const unpacked = folder(Object.fromEntries(all.map(([path, text]) => [`Export/${path}`, text])));
    for (const files of [[notionZip(...parts)], parts.map((part) => zipOf(part)), unpacked])
      expect(lines(preparedOf(await understand(files)), ...COLUMNS)).toEqual(EXPECTED);
    const pages = all.filter(([path]) => !path.endsWith('.csv'));
    expect(fields(preparedOf(await understand([notionZip(Object.fromEntries(pages))])), 'createdAt')).toEqual(
      DAYS.slice(0, 2).map((day) => [day]),
    );
  });

  it('has each row once, too, where its files were chosen one by one', async () => {
    const chosen = Object.entries(NOTION)
      .filter(([path]) => /\.(md|csv)$/.test(path))
      .map(([path, text]) => textFile(text, path.replace(/^.*\//, '')));
    for (const files of [chosen, chosen.toReversed()]) {
      const days = fields(preparedOf(await understand(files)), 'createdAt')
        .flat()
        .sort();
      expect(days).toEqual(DAYS);
    }
  });

  it('may be the table of a database alone, in which the day counts more than the creation', async () => {
    const columns = ['Name', 'Created', 'Date'].join(',');
    const rows = [
      'a,"January 21, 2026 7:00 AM","January 14, 2026 8:05 AM (GMT+1)"',
      'b,"January 21, 2026 7:00 AM","16/01/2026 → 20/01/2026"',
    ];
    for (const text of [NOTION_TABLE, [columns, ...rows].join('\n')]) {
      const whole = preparedOf(await understand([textFile(text, 'Journal.csv')]));
      expect(fields(whole, 'createdAt').flat().slice(-2)).toEqual([
        '2026-01-14T08:05:00.000+01:00',
        '2026-01-16T12:00:00.000+01:00',
      ]);
      expect(whole.refused).toEqual([]);
    }
  });

  it('has rows of one title, of which some have a page', async () => {
    const page = (day: number) => `# Untitled\n\nDate: January ${day}, 2026\n\nWords of ${day}.`;
    const table = ['Name,Date', ...[1, 2, 3].map((day) => `,"January ${day}, 2026"`)].join('\n');
    const file = await understand([
      zipOf({
        [`Days ${id('1')}.csv`]: table,
        [`Days/Untitled ${id('2')}.md`]: page(3),
        [`Days/Untitled ${id('3')}.md`]: page(1),
      }),
    ]);
    expect(file.entries.map(({ words }) => words)).toEqual(['Words of 3.', 'Words of 1.']);
    // A day without anything.
    expect(file.refused).toEqual([{ at: { file: `Days ${id('1')}.csv`, line: 3 }, reason: 'empty' }]);
  });

  it('takes texts, choices, relations and files by what they are, and days of titles and creations last', async () => {
    const table = [
      'Name,Created time,Highlight,Energy,Place of,Photo,Created by',
      '"January 2, 2026","January 5, 2026 9:00 AM",The long walk to the sea and back,low,Rome (Places/Rome%20x.md),,Jane Doe',
      'No day,"January 6, 2026 9:00 AM",,high,,p.png,Jane Doe',
    ].join('\n');
    const page =
      '# No day\n\nCreated time: January 6, 2026 9:00 AM\nEnergy: high\nPhoto: No%20day/p.png\n\nSecond: line';
    const file = await understand([
      zipOf({ [`D ${id('1')}.csv`]: table, [`D/No day ${id('2')}.md`]: page, 'D/No day/p.png': 'x' }),
    ]);
    const whole = preparedOf(file, { optional: { 'folder:D': true, 'folder:': true } });
    expect(fields(whole, 'createdAt', 'content', 'tags').sort()).toEqual([
      ['2026-01-02T12:00:00.000+01:00', 'Highlight: The long walk to the sea and back', ['low', 'Rome']],
      ['2026-01-06T09:00:00.000+01:00', 'No day\n\nSecond: line', ['high']],
    ]);
    expect(photoNames(whole).flat()).toEqual(['D/No day/p.png']);
  });

  it('has values of checkboxes also where it has no texts, and days that were put into titles', async () => {
    const row = (n: number, done: string) => ({
      [`D/@January ${n}, 2026 ${id(String(n))}.md`]: `# @January ${n}, 2026\n\nDone: ${done}\n\nWords of ${n}.`,
    });
    const table = 'Name,Done\n"@January 2, 2026",Yes\n"@January 3, 2026",No';
    const file = await understand([
      zipOf({ [`D ${id('1')}.csv`]: table, ...row(2, 'Yes'), ...row(3, 'No') }),
    ]);
    expect(fields(preparedOf(file), 'createdAt', 'content', 'tags')).toEqual([
      ['2026-01-02T12:00:00.000+01:00', 'Words of 2.', []],
      ['2026-01-03T12:00:00.000+01:00', 'Words of 3.', []],
    ]);
    expect(named(file)).toEqual([{ Done: 1 }, { Done: 0 }]);
  });

  it('as HTML says the same', async () => {
    const row = (name: string, value: string) =>
      `<tr class="property-row"><th><span class="icon"></span>${name}</th><td>${value}</td></tr>`;
    const page = (title: string, rows: string[], body: string) =>
      `<html><head><title>x</title></head><body><article id="1" class="page sans"><header><h1 class="page-title">${title}</h1>` +
      `<table class="properties"><tbody>${rows.join('')}</tbody></table></header><div class="page-body">${body}</div></article></body></html>`;
    const file = await understand([
      notionZip({
        'index.html': '<html>',
        [`Journal/Tuesday ${id('2')}.html`]: page(
          'Tuesday &amp; slow',
          [
            row('Date', '<time>@January 14, 2026 8:05 AM (GMT+1)</time>'),
            row(
              'Tags',
              '<span class="selected-value">home</span><span class="selected-value">long walk</span>',
            ),
            row('Walked', '<div class="checkbox checkbox-on"></div>'),
            row('Cover', '<a href="Tuesday/two%20b.png">two b.png</a>'),
            row('Place of', `<a href="../Rome%20${id('3')}.html">Rome</a>`),
          ],
          '<p>The roof.</p><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>called</span></li></ul><figure class="image"><a href="Tuesday/one%20a.png"><img style="width:9px" src="Tuesday/one%20a.png"/></a></figure>',
        ),
        'Journal/Tuesday/one a.png': 'x',
        'Journal/Tuesday/two b.png': 'x',
        [`Ideas ${id('4')}.html`]: page('Ideas', [], '<p>Many</p>'),
      }),
    ]);
    const whole = preparedOf(file);
    expect(lines(whole, 'createdAt', 'content', 'tags')).toEqual([
      '2026-01-14T08:05:00.000+01:00 | Tuesday & slow\n\nThe roof.\n\n- [x] called | ["home","long walk","Rome"]',
    ]);
    expect(photoNames(whole)).toEqual([['Journal/Tuesday/one a.png', 'Journal/Tuesday/two b.png']]);
    expect(named(file)).toEqual([{ Walked: 1 }]);
    expect(file.refused).toMatchObject([{ reason: 'not-a-daily-note', detail: 'Ideas' }]);
  });

  it('is told from a vault in which a note once came from there', async () => {
    const note = { [`Old ${id('1')}.md`]: '# Old', '2026-01-13.md': 'a', '2026-01-14.md': 'b' };
    expect((await understand([zipOf(note)])).source).toBe('Markdown');
  });
});

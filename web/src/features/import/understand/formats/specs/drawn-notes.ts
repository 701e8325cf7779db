/* Files of apps of notes, by their paths, as they are in an export. */

/** The ids of Notion and Joplin. */
export const id = (digit: string) => digit.repeat(32);

/** A file of an item, as Joplin writes it. */
const item = (title: string, body: string, of: Record<string, string | number>) =>
  [
    title,
    body,
    Object.entries(of)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  ]
    .filter((part, index) => index !== 1 || part !== '')
    .join('\n\n');

export const joplinNote = (
  digit: string,
  title: string,
  body: string,
  of: Record<string, string | number> = {},
) => ({
  [`${id(digit)}.md`]: item(title, body, {
    ...{ id: id(digit), parent_id: id('a'), created_time: '2026-01-01T00:00:00.000Z' },
    ...{ updated_time: '2026-01-14T21:40:12.000Z', latitude: '0.00000000', longitude: '0.00000000' },
    ...{
      is_todo: 0,
      todo_completed: 0,
      user_created_time: '2026-01-14T20:30:05.000Z',
      encryption_applied: 0,
    },
    ...{ is_conflict: 0, markup_language: 1, deleted_time: 0, ...of, type_: 1 },
  }),
});

export const joplinItem = (digit: string, type: number, title: string, of: Record<string, string> = {}) => ({
  [`${id(digit)}.md`]: item(title, '', { id: id(digit), parent_id: '', ...of, type_: type }),
});

export const NOTEBOOKS = {
  ...joplinItem('a', 2, 'Diary'),
  ...joplinItem('b', 2, 'Recipes', { parent_id: id('a') }),
};

/** Two notebooks, one of which is in the other, with a note of each kind. */
export const JOPLIN = {
  ...NOTEBOOKS,
  ...joplinNote(
    '1',
    'Slow day',
    `Rain: until four.\n\n![p.png](:/${id('c')})\n\nSee [that](:/${id('2')}) and [web](https://example.org).\n\n![](:/${id('f')}) [talk](:/${id('d')})`,
  ),
  ...joplinNote('2', '2026-01-15', 'Named after a day.', { user_created_time: '2026-01-15T21:58:00.000Z' }),
  ...joplinNote('3', 'Soup', 'Leeks.', { parent_id: id('b'), user_created_time: '2025-11-01T10:00:00.000Z' }),
  ...joplinNote('4', 'Call home', '', { is_todo: 1, todo_completed: 1_768_471_200_000 }),
  ...joplinNote('5', 'Gone', 'x', { deleted_time: 1_768_471_200_000 }),
  ...joplinNote('6', '', `<p>As <b>HTML</b></p><img src=":/${id('c')}" alt="x"/>`, {
    markup_language: 2,
    latitude: '41.15',
  }),
  ...joplinNote('7', '', '', { encryption_applied: 1 }),
  ...joplinItem('c', 4, 'p.png', { mime: 'image/png' }),
  ...joplinItem('d', 4, 'talk.m4a', { mime: 'audio/mp4' }),
  ...joplinItem('e', 5, 'slow days'),
  ...joplinItem('8', 6, '', { note_id: id('1'), tag_id: id('e') }),
  [`resources/${id('c')}.png`]: 'pixels',
};

export const NOTION_TABLE = `\ufeffName,Date,Mood,Tags,Created,Sleep,Walked,Notes
"Tuesday, slow","January 13, 2026",🙂 good,"home, rain","January 13, 2026 9:41 PM",7.5,Yes,
Wednesday,"January 14, 2026 8:05 AM (GMT+1)",😢,,"January 14, 2026 10:00 PM",6,No,A long day with words.
A week away,"January 16, 2026 → January 20, 2026",,travel,"January 21, 2026 7:00 AM",,,
`;

const TUESDAY = `# Tuesday, slow

Date: January 13, 2026
Mood: 🙂 good
Tags: home, rain
Created: January 13, 2026 9:41 PM
Sleep: 7.5
Walked: Yes

The roof leaks again. See [Wednesday](../Wednesday%20${id('3')}.md) and [web](https://example.org).

![a roof](Tuesday,%20slow/IMG%201.png)

![](Tuesday,%20slow/lost.png)
`;

const WEDNESDAY = `# Wednesday

Date: January 14, 2026 8:05 AM (GMT+1)
Mood: 😢
Created: January 14, 2026 10:00 PM
Sleep: 6
Walked: No
Notes: A long day with words.

- [x] wrote home
- [ ] slept
`;

/** Two days and a week of a journal in Notion, and a page of another kind. */
export const NOTION = {
  [`Journal ${id('1')}/Tuesday, slow ${id('2')}.md`]: TUESDAY,
  [`Journal ${id('1')}/Tuesday, slow/IMG 1.png`]: 'pixels',
  [`Journal ${id('1')}/Wednesday ${id('3')}.md`]: WEDNESDAY,
  [`Journal ${id('1')}.csv`]: NOTION_TABLE.split('\n').slice(0, 2).join('\n'),
  [`Journal ${id('1')}_all.csv`]: NOTION_TABLE,
  [`Ideas ${id('4')}.md`]: '# Ideas\n\nTodo: everything\n',
};

export const CREATED = Date.UTC(2026, 0, 15, 9);

/** A note as a Takeout has it. Its times are microseconds. */
export const keepNote = (of: object) =>
  JSON.stringify({
    ...{ color: 'DEFAULT', isTrashed: false, isPinned: false, isArchived: false, textContent: '', title: '' },
    ...{ userEditedTimestampUsec: (CREATED + 3_600_000) * 1_000, createdTimestampUsec: CREATED * 1_000 },
    ...of,
  });

/** A Takeout in German, with another app. */
export const KEEP = {
  'Takeout/archive_browser.html': '<html>',
  'Takeout/Standort/a.json': '{"timelineObjects": []}',
  'Takeout/Notizen/a.json': keepNote({
    textContent: 'A morning.',
    labels: [{ name: 'diary' }, { name: 'slow days' }],
  }),
  'Takeout/Notizen/a.html': '<html>A morning.',
  'Takeout/Notizen/b.json': keepNote({
    ...{ title: 'Diary 14 January', textContent: 'Rain.\nhttps://example.org', isPinned: true },
    annotations: [
      { url: 'https://example.org', title: 'Example' },
      { url: 'https://example.com', title: 'Other' },
    ],
  }),
  'Takeout/Notizen/c.json': keepNote({
    ...{ title: 'Shopping', textContent: null },
    listContent: [
      { text: 'bread', isChecked: true },
      { text: 'tea', isChecked: false },
    ],
  }),
  'Takeout/Notizen/d.json': keepNote({
    isArchived: true,
    attachments: [
      { filePath: 'one.jpeg', mimetype: 'image/jpeg' },
      { filePath: 'lost.png', mimetype: 'image/png' },
      { filePath: 'talk.3gp', mimetype: 'audio/3gp' },
    ],
  }),
  'Takeout/Notizen/one.jpg': 'pixels',
  'Takeout/Notizen/e.json': keepNote({ textContent: 'Gone.', isTrashed: true }),
  'Takeout/Notizen/f.json': keepNote({ listContent: [{ text: 'old', isChecked: true }], isArchived: true }),
};

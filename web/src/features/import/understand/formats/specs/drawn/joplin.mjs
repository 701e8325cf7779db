import { id } from './id.mjs';
import { JPEG, tarOf, zipOf } from './packed.mjs';

/**
 * A file of an item, as Joplin writes it.
 * @param {string} title
 * @param {string} body
 * @param {Record<string, string | number>} of
 */
const item = (title, body, of) =>
  [
    title,
    body,
    Object.entries(of)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  ]
    .filter((part, index) => index !== 1 || part !== '')
    .join('\n\n');

/**
 * @param {string} digit
 * @param {string} title
 * @param {string} body
 * @param {Record<string, string | number>} [of]
 */
export const joplinNote = (digit, title, body, of = {}) => ({
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

/**
 * @param {string} digit
 * @param {number} type
 * @param {string} title
 * @param {Record<string, string>} [of]
 */
export const joplinItem = (digit, type, title, of = {}) => ({
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
    `Rain: until four.\n\n![p.jpg](:/${id('c')})\n\nSee [that](:/${id('2')}) and [web](https://example.org).\n\n![](:/${id('f')}) [talk](:/${id('d')})`,
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
  ...joplinItem('c', 4, 'p.jpg', { mime: 'image/jpeg' }),
  ...joplinItem('d', 4, 'talk.m4a', { mime: 'audio/mp4' }),
  ...joplinItem('e', 5, 'slow days'),
  ...joplinItem('8', 6, '', { note_id: id('1'), tag_id: id('e') }),
  [`resources/${id('c')}.jpg`]: JPEG,
};

/** The same days as Markdown with front matter, which Joplin can export, too. */
const JOPLIN_MARKDOWN = {
  'Diary/Slow day.md': `---
title: Slow day
updated: 2026-01-14 21:40:12Z
created: 2026-01-14 20:30:05Z
latitude: 41.14960000
longitude: -8.61090000
altitude: 0.0000
tags:
  - slow days
---

Rain: until four.

![p.jpg](../_resources/p.jpg)

See [that](./2026-01-15.md) and [web](https://example.org).
`,
  'Diary/2026-01-15.md':
    '---\ntitle: 2026-01-15\nupdated: 2026-01-15 22:10:00Z\ncreated: 2026-01-15 21:58:00Z\n---\n\nNamed after a day.\n',
  'Diary/Recipes/Soup.md':
    '---\ntitle: Soup\nupdated: 2025-11-01 10:00:00Z\ncreated: 2025-11-01 10:00:00Z\n---\n\nLeeks.\n',
  '_resources/p.jpg': JPEG,
};

/** In the three ways that Joplin exports them. */
export const JOPLIN_FILES = () => [
  new File([tarOf(JOPLIN)], 'joplin.jex'),
  zipOf(JOPLIN, 'joplin-raw.zip'),
  zipOf(JOPLIN_MARKDOWN, 'joplin-markdown.zip'),
];

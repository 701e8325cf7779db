import { id } from './id.mjs';
import { JPEG, zipped } from './packed.mjs';

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

![a roof](Tuesday,%20slow/IMG%201.jpg)

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
  [`Journal ${id('1')}/Tuesday, slow/IMG 1.jpg`]: JPEG,
  [`Journal ${id('1')}/Wednesday ${id('3')}.md`]: WEDNESDAY,
  [`Journal ${id('1')}.csv`]: NOTION_TABLE.split('\n').slice(0, 2).join('\n'),
  [`Journal ${id('1')}_all.csv`]: NOTION_TABLE,
  [`Ideas ${id('4')}.md`]: '# Ideas\n\nTodo: everything\n',
};

/**
 * A ZIP in a ZIP, as Notion gives it.
 * @param {import('./packed.mjs').Files[]} parts
 */
export const notionZip = (...parts) =>
  new File(
    [
      zipped(
        Object.fromEntries(parts.map((files, n) => [`ExportBlock-0a1b-Part-${n + 1}.zip`, zipped(files)])),
        0,
      ),
    ],
    'notion.zip',
  );

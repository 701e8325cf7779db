import type { Language } from '@inner-weather/languages/languages';
import { defineMessages } from '@inner-weather/languages/messages';
import { translatorOf } from '@inner-weather/languages/translator';

const TEXTS = defineMessages('exportReadme', {
  json: 'The exact copy of everything. Inner Weather can import it again.',
  csv: 'Your entries as a table for spreadsheets. A text that begins like a formula has an apostrophe before it.',
  insights: 'Your insights as text to read.',
  daylio:
    'Your entries as Daylio exports them, for programs that read its CSV. It has no places and no weather.',
  dayOne:
    'Your entries for Day One. Import this ZIP there as it is, without unpacking it. The mood of an entry is its last tag.',
  notes:
    'A note for each day, to read or to use as daily notes in Obsidian: copy the folder into your vault. A line of an entry that looks like the heading of an entry has a backslash before it.',
  photos: 'Your photos, by the day and the time of their entries. The notes show them.',
  notEncrypted: 'These files are not encrypted, so keep them somewhere safe.',
});

/** What each file of an export is for, as plain text. */
export function readmeOf(language: Language = 'en'): string {
  const write = translatorOf(language);
  const files = [
    ['inner-weather.json', TEXTS.json],
    ['entries.csv', TEXTS.csv],
    ['insights.md', TEXTS.insights],
    ['daylio.csv', TEXTS.daylio],
    ['day-one.zip', TEXTS.dayOne],
    ['markdown/', TEXTS.notes],
    ['photos/', TEXTS.photos],
  ] as const;
  const lines = files.map(([name, text]) => `${name}\n${write(text)}\n\n`);
  return `${lines.join('')}${write(TEXTS.notEncrypted)}\n`;
}

import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { Moods } from '@inner-weather/domain/entries/own-moods';
import { toNotes } from './notes.js';

const ENTRY = {
  _id: 'one',
  content: ' Words ',
  inputMood: 'Very Happy',
  location: 'Porto',
  tags: ['River', 'with Bea'],
  weatherData: 'Light rain',
  weatherStatus: 'ready',
  temperature: -0.4,
  createdAt: '2026-11-20T08:10:00.000+01:00',
  day: '2026-11-20',
} as EntryDto;

const FRONT = '---\ntags:\n  - "River"\n  - "with-Bea"\nmood:\n  - "Very Happy"\n---\n\n';
const ABOUT = '*Very Happy · Porto · Light rain, 0\u00a0°C · River, with Bea*';

const NO_PHOTOS = { describe: () => Promise.resolve(new Map()), read: () => Promise.resolve(undefined) };

async function notesOf(entries: EntryDto[], language?: 'de', moods?: Moods): Promise<Record<string, string>> {
  const each = async function* (): AsyncGenerator<EntryDto> {
    yield* entries;
  };
  const notes: Record<string, string> = {};
  for await (const { name, content } of toNotes(
    each(),
    { photos: NO_PHOTOS, ...(moods && { moods }) },
    language,
  )) {
    notes[name] = '';
    for await (const part of content) notes[name] += String(part);
  }
  return notes;
}

/** The only note of these entries. */
const noteOf = async (...entries: EntryDto[]): Promise<string> => {
  const [note, ...others] = Object.values(await notesOf(entries));
  expect(others).toEqual([]);
  return note!;
};

describe('the daily notes of an export', () => {
  it('have the present name of a mood of one’s own', async () => {
    const face = { colour: 'rose', eyes: 'dots', mouth: 'smile', emoji: '', archived: false } as const;
    const mood = { _id: 'a', name: 'On edge', formerNames: ['restless'], score: null, ...face };
    const moods = new Moods({ moods: [mood], hidden: [] });
    const notes = await notesOf([{ ...ENTRY, inputMood: 'Restless' }], 'de', moods);
    expect(notes['markdown/2026-11-20.md']).toMatch(/^mood:\n {2}- "On edge"$[^]*^\*On edge · Porto/m);
  });

  it('have the entries of a day in the order of their times, with mood, place, weather and tags', async () => {
    const evening = {
      ...ENTRY,
      content: 'Late',
      inputMood: 'so {so}',
      weatherData: 'Windy',
      tags: [],
      createdAt: '2026-11-20T23:55:00.000+01:00',
    };
    const { temperature: _none, ...withoutTemperature } = evening;
    const before = { ...ENTRY, createdAt: '2026-11-20T01:59:00.000-10:00', day: '2026-11-19' };
    expect(await notesOf([withoutTemperature, ENTRY, before])).toEqual({
      'markdown/2026-11-20.md':
        '---\ntags:\n  - "River"\n  - "with-Bea"\nmood:\n  - "Very Happy"\n  - "so {so}"\n---\n\n' +
        `## 08:10\n\n${ABOUT}\n\nWords\n\n## 23:55\n\n*so {so} · Porto · Windy*\n\nLate\n`,
      'markdown/2026-11-19.md': `${FRONT}## 01:59\n\n${ABOUT}\n\nWords\n`,
    });
  });

  it('are in the language of the account', async () => {
    const [note] = Object.values(await notesOf([{ ...ENTRY, unreadable: true }], 'de'));
    expect(note).toContain('mood:\n  - "Sehr glücklich"\n');
    expect(note).toContain('(Der Text dieses Eintrags lässt sich nicht lesen.)\n');
  });

  it('begin with the heading where there is neither a tag nor a mood', async () => {
    const plain = { ...ENTRY, tags: [], inputMood: '', location: '', weatherData: '' };
    expect(await noteOf(plain)).toBe('## 08:10\n\nWords\n');
  });

  it.each([
    ['long walk', 'long-walk'],
    ['#river', 'river'],
    ['a/b_c-d', 'a/b_c-d'],
    ['Müll, 散歩 & 🌧', 'Müll-散歩-🌧'],
  ])('have the tag %j as one that Obsidian knows', async (tag, expected) => {
    expect(await noteOf({ ...ENTRY, tags: [tag, '!?'] })).toContain(`tags:\n  - "${expected}"\nmood:`);
  });

  it('are several for a day that is too long for one', async () => {
    const long = { ...ENTRY, content: 'x'.repeat(400_000) };
    const notes = await notesOf([long, long, long, ENTRY]);
    expect(Object.entries(notes).map(([name, text]) => [name, text.match(/^## /gm)?.length])).toEqual([
      ['markdown/2026-11-20.md', 2],
      ['markdown/2026-11-20 2.md', 2],
    ]);
  });
});

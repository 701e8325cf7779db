import { unzipSync } from 'fflate';
import { understand } from '../../understand';
import type { Understood } from '../../understood';
import { fields, folder, lines, photoNames, preparedOf } from './samples';
import { APPLE_JOURNAL, appleItem, applePage } from './drawn/apple-journal.mjs';
import { zipOf } from './drawn/packed.mjs';

const root = 'AppleJournalEntries';

const read = (pages: Record<string, string>, others: Record<string, string> = {}): Promise<Understood> =>
  understand([
    zipOf({
      ...Object.fromEntries(
        Object.entries(pages).map(([name, page]) => [`${root}/Entries/${name}.html`, page]),
      ),
      ...Object.fromEntries(
        Object.entries(others).map(([name, data]) => [`${root}/Resources/${name}`, data]),
      ),
    }),
  ]);

const one = async (page: Parameters<typeof applePage>[0], others?: Record<string, string>) =>
  read({ '2026-01-14': applePage(page) }, others);

describe('an export of Apple Journal', () => {
  it('has its days in the headings, and what was written, in order', async () => {
    const file = await understand([APPLE_JOURNAL()]);
    expect(lines(preparedOf(file), 'createdAt', 'content', 'inputMood', 'tags', 'checkIn')).toEqual([
      '2026-01-14T12:00:00.000+01:00 | What made you smile today?\n\nBy the river\n\nA heron stood very still & so did I.\n\n- bread\n- tea\n1. first\n2. second\n\n> said nobody | Calm | ["Grateful","Family"] | -',
      '2026-01-15T12:00:00.000+01:00 | In the morning. |  | [] | -',
      '2026-01-15T12:00:00.001+01:00 | Abend\n\nHast du gelacht?\n\nZweiter Eintrag. |  | [] | -',
      '2026-01-16T12:00:00.000+01:00 |  | Neutral | [] | true',
    ]);
    expect(photoNames(preparedOf(file))).toEqual([[`${root}/Resources/0F3A.heic`], [], [], []]);
    expect(file).toMatchObject({
      source: 'Apple Journal',
      notTaken: { places: 1, activities: 1, videos: 1, recordings: 1, people: 1, music: 1 },
      refused: [],
      remarks: [],
    });
  });

  it('has entries that keep their ids when their words are edited, by the things in them', async () => {
    const photo = appleItem('photo', '<img src="../Resources/a.heic"/>').replace(
      '0F3A',
      '0F3A1B2C-0000-4000-8000-00000000000A',
    );
    const idsOf = async (words: string, items?: string) =>
      (await one({ items, body: `<p class="p2">${words}</p>` })).entries.map(({ id, formerIds }) => [
        id,
        formerIds,
      ]);
    expect(await idsOf('Rain', photo)).toEqual([
      [expect.stringMatching(/^applejournal:/), [(await idsOf('Rain'))[0]?.[0]]],
    ]);
    expect((await idsOf('Rain, and sun', photo))[0]?.[0]).toBe((await idsOf('Rain', photo))[0]?.[0]);
  });

  it('is read in a folder, too', async () => {
    const files = folder(unzipSync(new Uint8Array(await APPLE_JOURNAL().arrayBuffer())));
    const inZip = await understand([APPLE_JOURNAL()]);
    const ids = ({ entries }: Understood) => entries.map(({ id }) => id);
    expect(ids(await understand(files))).toEqual(ids(inZip));
  });

  it.each(
    'en-US en-GB de fr es pt-BR it nl sv da nb fi pl cs sk hu ro hr sl sr uk ru bg el tr ar he hi id ca et lv lt ja ko zh-CN'.split(
      ' ',
    ),
  )('has headings in the language of the phone: %s', async (language) => {
    const format = new Intl.DateTimeFormat(language, {
      ...{ dateStyle: 'full', calendar: 'gregory', timeZone: 'UTC' },
    });
    const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2025, month, 3 + month)));
    const pages = days.map((day, n) => [
      // The name has the day of UTC, which may be another one.
      `${new Date(day.getTime() - 86_400_000).toISOString().slice(0, 10)}_${n}`,
      applePage({ heading: format.format(day), body: 'x' }),
    ]);
    const { entries, remarks } = await read(Object.fromEntries(pages) as Record<string, string>);
    // Listopad is another month in Poland than in Croatia.
    const isOpen = (month: number) => language === { 9: 'hr', 10: 'pl' }[month];
    const open = days.filter((day) => isOpen(day.getMonth()));
    expect(remarks.map(({ remark }) => remark)).toEqual(open.map(() => 'day-of-file-name'));
    expect(entries.map(({ when }) => when)).toEqual(
      days.map((day) => ({
        local: `${new Date(day.getTime() - (open.includes(day) ? 86_400_000 : 0)).toISOString().slice(0, 10)}T12:00`,
        isDayOnly: true,
      })),
    );
  });

  it('has the day in the name of its file if the heading has none, or is of another calendar', async () => {
    const page = (heading: string) => applePage({ heading, body: heading });
    const file = await read({
      '2026-01-14': page('วันพุธที่ 14 มกราคม พ.ศ. 2569'),
      '2026-01-15': page('15 January 2569'),
      soon: page('Soon'),
    });
    expect(file.entries.map(({ when }) => when)).toMatchObject([
      { local: '2026-01-14T12:00' },
      { local: '2026-01-15T12:00' },
    ]);
    expect(file.remarks).toMatchObject([
      { remark: 'day-of-file-name', detail: 'วันพุธที่ 14 มกราคม พ.ศ. 2569' },
      { remark: 'day-of-file-name' },
    ]);
    expect(file.refused).toEqual([
      { at: { file: `${root}/Entries/soon.html` }, reason: 'no-date', detail: 'Soon' },
    ]);
  });

  it('has all words for a state of mind beside the page, and a city, but no street', async () => {
    const mind = appleItem('stateOfMind', '<div>Calm, and 2 more</div>');
    const map = appleItem('genericMap', '<div class="gridItemOverlayFooter">12 High Street</div>').replace(
      '0F3A',
      'MAP',
    );
    const about = { labels: 'Calm, Proud, Brave', associations: 'Work' };
    const visits = [{ placeName: '12 High Street', latitude: 41.1, longitude: -8.6 }, { city: 'Porto' }];
    const file = await one(
      { items: mind + map },
      {
        '0f3a.json': JSON.stringify(about),
        'MAP.json': JSON.stringify({ visits }),
      },
    );
    expect(file.entries).toMatchObject([{ mood: 'Calm', tags: ['Proud', 'Brave', 'Work'], city: 'Porto' }]);
    expect(file.notTaken).toEqual({});
    const alone = await one({ items: mind + map }, { '0F3A.json': '{', 'MAP.json': '[]' });
    expect(alone.entries).toMatchObject([{ mood: 'Calm', tags: [] }]);
    expect(alone.notTaken).toEqual({ places: 1 });
    expect(alone.entries[0]?.city).toBeUndefined();
  });

  it('says by the colour how bright a mood in any language is, and what the words of a scale mean', async () => {
    const page = (label: string, colour: string) =>
      applePage({
        items: appleItem('stateOfMind', `<div>${label}</div>`, `style="background-color: ${colour};"`),
      });
    const { moods, steps } = await read({
      '2026-01-14': page('Gelassen', '#F8DBB1'),
      '2026-01-14_(1)': page('Gelassen', '#D6E9B3'),
      '2026-01-14_(2)': page('Ausgelaugt', '#D9D2F3'),
      '2026-01-14_(3)': page('Überrascht', '#E1E6E7'),
      '2026-01-14_(4)': page('Slightly Unpleasant', '#D7DFEB'),
      '2026-01-14_(5)': page('Calm', '#D9D2F3'),
    });
    expect(moods).toMatchObject({ 'Slightly Unpleasant': 'Sad', Gelassen: 'Gelassen', Calm: 'Calm' });
    expect(steps).toEqual({ Gelassen: 1, Ausgelaugt: -1, Überrascht: 0 });
  });

  it('names what is missing, and keeps links, and words between two groups of things', async () => {
    const link = appleItem('link', '<a href="https://example.org/soup"><img src="../Resources/a.heic"/></a>');
    const photo = appleItem('photo', '<img src="../Resources/gone.heic" class="asset_image"/>');
    const file = await one({
      body: `<div class="assetGrid">${photo}</div><p>between</p><div class="assetGrid">${link}</div><p>below</p>`,
    });
    expect(file.entries).toMatchObject([{ words: 'between\n\nbelow\n\nhttps://example.org/soup' }]);
    expect(file.remarks).toMatchObject([{ remark: 'photo-missing', detail: '../Resources/gone.heic' }]);
    const alone = preparedOf(await one({ items: photo }));
    expect(fields(alone, 'content')).toEqual([['(a photo)']]);
  });

  it('brings drawings, which are pictures', async () => {
    const drawing = appleItem('drawing', '<img src="../Resources/d.png" class="asset_image"/>');
    const file = await one({ items: drawing, body: '<p>x</p>' }, { 'd.png': 'pixels' });
    expect(photoNames(preparedOf(file))).toEqual([[`${root}/Resources/d.png`]]);
    expect(file.notTaken).toEqual({});
  });

  it('lists pages without anything, and pages of others', async () => {
    const file = await read({ '2026-01-14': applePage({}), other: '<p>Recipes</p>' });
    expect(file.refused.map(({ at, reason }) => [at.file, reason])).toEqual([
      [`${root}/Entries/other.html`, 'not-an-entry'],
      [`${root}/Entries/2026-01-14.html`, 'empty'],
    ]);
  });
});

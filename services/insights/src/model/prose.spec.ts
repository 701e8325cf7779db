import { anEntry, dailyEntries } from '../../test/builders.js';
import { LocalModel } from './local.model.js';
import { proseOf } from './prose.js';
import { statisticsOf } from './statistics.js';

const write = (entries: ReturnType<typeof dailyEntries>, name = 'Ada') =>
  proseOf(name, statisticsOf(entries, 'UTC'));

const sunnyAndRainy = dailyEntries([
  ...Array.from({ length: 4 }, () => ({ inputMood: 'Very Happy', weatherData: 'Sunny' })),
  ...Array.from({ length: 4 }, () => ({ inputMood: 'Sad', weatherData: 'Light rain', location: 'Oslo' })),
]);

/** What markdown still reads as its own once escaped characters are taken out. */
const unescaped = (text: string) => text.replace(/\\./g, '');

describe('proseOf', () => {
  it('greets by name and tells of moods, weather, places and each entry, and gives advice', () => {
    const text = write(sunnyAndRainy);
    expect(text).toMatch(/^Hello Ada,\n\n/);
    expect(text).toContain('I read 8 entries on 8 days, from 13 November 2026 to 20 November 2026.');
    expect(text).toContain('You chose **Very Happy** 4 times and **Sad** 4 times.');
    expect(text).toContain('It rose from the earlier half to the later.');
    expect(text).toContain('- **clear skies**: very bright (mean +2.0, 4 entries)');
    expect(text).toContain('- **rain**: very low (mean -2.0, 4 entries)');
    expect(text).toContain('brightest with clear skies and lowest with rain');
    expect(text).toContain('You felt better in **Porto** than in **Oslo**.');
    expect(text).toContain('- **20 November 2026**: Very Happy, Sunny in Porto');
    expect(text).toContain('ready for days with rain');
  });

  it('is the same for the same entries, whoever asks when', async () => {
    const question = { userName: 'Ada', timeZone: 'UTC', entries: sunnyAndRainy };
    const answer = await new LocalModel().write(question);
    expect(answer).toEqual({ text: write(sunnyAndRainy), model: 'statistics' });
  });

  it('says of one entry only what one entry can say', () => {
    const text = write([anEntry({ content: 'A walk' })]);
    expect(text).toContain('I read 1 entry on 1 day, on 2 November 2026.');
    expect(text).toContain('You chose **Happy** once.');
    expect(text).toContain('1 entry carries a weather, not yet enough');
    expect(text).not.toMatch(/undefined|NaN|earlier half|weekday/);
  });

  it('asks for more days where there are few', () => {
    expect(write(dailyEntries([{}, {}]))).toContain('the more days I can read');
  });

  it('tells fourteen entries one by one, and counts the others', () => {
    const lines = write(dailyEntries(Array.from({ length: 200 }, () => ({ content: 'A walk' }))))
      .split('\n')
      .filter((line) => /^- (\*\*\d|and )/.test(line));
    expect(lines).toHaveLength(15);
    expect(lines.at(-1)).toBe('- and 186 earlier entries, counted above');
  });

  it('says nothing of the sound of words in a language that it does not know', () => {
    const text = write(dailyEntries([{ content: 'დღეს კარგი დღე იყო' }, { content: 'Сегодня был дождь' }]));
    expect(text).not.toMatch(/sound|words themselves|undefined/);
  });

  it('does without moods and without weather', () => {
    const text = write([anEntry({ inputMood: '', weatherData: '', weatherStatus: 'pending' })]);
    expect(text).toContain('You chose other words or none once.');
    expect(text).toContain('None of these entries carries a weather');
    expect(text).toContain('no mood chosen, Porto');
    expect(text).not.toMatch(/undefined|NaN/);
  });

  it('does not call a mean of nearly nothing positive or negative', () => {
    const moods = [...Array.from({ length: 40 }, () => 'Neutral'), 'Tired'];
    const text = write([
      ...dailyEntries(moods.map((inputMood) => ({ inputMood, weatherData: 'Sunny' }))),
      ...dailyEntries(Array.from({ length: 3 }, () => ({ inputMood: 'Sad', weatherData: 'Fog' }))),
    ]);
    expect(text).toContain('mean 0.0, 41 entries');
  });

  it('recommends to talk to somebody after hard days', () => {
    const text = write(dailyEntries(Array.from({ length: 6 }, () => ({ inputMood: 'Sad' }))));
    expect(text).toContain('talk to somebody you trust');
    expect(text).toContain('Be gentle with yourself.');
  });

  it.each([
    '![x](http://evil.example/p.png)',
    '[click](https://evil.example)',
    '<img src=x onerror=alert(1)>',
    '**bold** _and_ `code` ~~gone~~',
    'www.evil.example and a@evil.example',
    '# Heading\n\n- list\n1. one\n> quote',
    '\\![x](y) | a | b |',
    '&lt;script&gt;',
  ])('takes nothing that people write for markdown: %s', (words) => {
    const entry = anEntry({ inputMood: words, location: words, weatherData: words });
    const plain = write([anEntry({ inputMood: 'x', location: 'x', weatherData: 'x' })], 'x');
    const text = write([entry], words);
    const marks = (prose: string) => unescaped(prose).replace(/[^![\]<>`~#|&@_\\>*-]/g, '');
    expect(marks(text)).toBe(marks(plain));
    expect(unescaped(text)).not.toMatch(/https?:|www\.|\n1\./);
    expect(text.split('\n')).toHaveLength(plain.split('\n').length);
  });
});

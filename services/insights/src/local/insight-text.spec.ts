import { Moods } from '@inner-weather/domain/entries/own-moods';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { LANGUAGE_TAGS, type Language } from '@inner-weather/languages/languages';
import { aMeasure, anEntry, aQuestion, dailyEntries, withMood } from '../../test/builders.js';
import { renderInsight } from './insight-text.js';
import { LocalModel } from './local.model.js';
import { type Finding, strongestOf } from './measured.js';
import { sentencesIn } from './sentences.js';
import { someSuggestSelfHarm } from './signs.js';
import { statisticsOf } from './statistics.js';

const ENGLISH = sentencesIn('en');

/** The letter, as the service writes it. */
async function write(entries: EntryDto[], userName = 'Ada'): Promise<string> {
  const selfHarm = await someSuggestSelfHarm(entries);
  return (await new LocalModel().write(aQuestion(entries, { userName, selfHarm }))).text;
}

const days = (count: number, fields: (back: number) => Partial<EntryDto>, lastDay?: string) =>
  dailyEntries(
    Array.from({ length: count }, (_, back) => fields(back)),
    lastDay,
  );

const { sky, weekday, ...plain } = ENGLISH.advice;
const ADVICE = [...Object.values(plain), sky('rain').slice(0, 20), weekday(1).slice(0, 20)];
const CLOSINGS = Object.values(ENGLISH.closing);
const has = (text: string, sentences: string[]) => sentences.filter((sentence) => text.includes(sentence));

/** What markdown still reads as its own once escaped characters are taken out. */
const unescaped = (text: string) => text.replace(/\\./g, '');

describe('the letter', () => {
  it('greets, says what it read, counts moods, and names what goes together', async () => {
    const text = await write(
      days(56, (back) => ({
        inputMood: back % 2 === 0 ? 'Very Happy' : 'Sad',
        weatherData: back % 2 === 0 ? 'Sunny' : 'Light rain',
        location: back === 0 ? 'Porto' : 'porto ',
      })),
    );
    expect(text).toMatch(/^Hello Ada,\n\n/);
    expect(text).toMatch(
      /I have read your 56 entries, which you wrote on 56 days, 26 Sept\s–\s20 Nov 2026\./,
    );
    expect(text).toContain('You chose **Very Happy** 28 times and **Sad** 28 times.');
    expect(text).toContain('Taken together, these days were even.');
    expect(text).toContain('Your clear days were brighter than the others.');
    expect(text).toContain('Your rainy days were heavier than the others.');
    // Once, for all of them.
    expect(text.split(ENGLISH.nothingByChance)).toHaveLength(2);
    expect(text).toContain('Going together does not mean that one caused the other.');
    expect(text).toContain('You wrote all of this in **Porto**.');
    expect(text).toContain('kind ready for rainy days');
    expect(text).not.toMatch(/^#|^- /m);
  });

  describe('about measures', () => {
    const sleep = aMeasure();
    const found = (fields: Parameters<typeof withMood>[0], of = sleep) =>
      strongestOf([of], { from: '2026-08-23', moods: [withMood(fields)] });
    const say = (finding: Finding | undefined, language: Language = 'en') =>
      finding && sentencesIn(language).finding(finding);

    it('counts the days of what goes together most, and does not say because', async () => {
      const finding = strongestOf([sleep], {
        from: '2026-08-23',
        moods: [
          withMood({ strength: -0.4, later: 1 }),
          withMood(),
          withMood({ strength: 0.9, answer: 'chance' }),
          withMood({ strength: 0.9, cut: null }),
        ],
      });
      const text = (
        await new LocalModel().write(
          aQuestion(
            days(5, () => ({})),
            { finding },
          ),
        )
      ).text;
      expect(text).toContain(
        'Since 23 Aug 2026, on days with Sleep under 6 hours, 14 of 18 were heavier than even. Of the other days, 6 of 60 were. Going together does not mean that one caused the other.',
      );
      const heavy = aQuestion(
        days(5, () => ({})),
        { finding, selfHarm: true },
      );
      expect((await new LocalModel().write(heavy)).text).not.toContain('Sleep');
    });

    it('says nothing that may be chance', () => {
      expect(found({ answer: 'chance' })).toBeUndefined();
      expect(found({ answer: 'few', strength: null })).toBeUndefined();
      expect(strongestOf([], { from: '2026-08-23', moods: [withMood()] })).toBeUndefined();
    });

    it('claims only what the counts show, or else tells of the next finding', () => {
      const below = { days: 12, moods: [0, 0, 12, 0, 0] };
      const onlyBright = { below, above: { days: 30, moods: [0, 0, 18, 6, 6] } };
      expect(say(found(onlyBright))).toContain(
        'on days with Sleep under 6 hours, 0 of 12 were brighter than even. Of the other days, 12 of 30 were.',
      );
      expect(say(found({ below, above: { days: 30, moods: [12, 0, 18, 0, 0] }, strength: -0.5 }))).toContain(
        '0 of 12 were heavier than even. Of the other days, 12 of 30 were.',
      );
      const shiftedAway = { below, above: { days: 30, moods: [3, 0, 27, 0, 0] } };
      expect(found(shiftedAway)).toBeUndefined();
      const moods = [withMood({ ...shiftedAway, strength: 0.9 }), withMood()];
      expect(strongestOf([sleep], { from: '2026-08-23', moods })).toEqual(found({}));
    });

    it('speaks of each kind, and of the day after', () => {
      const apart = { strength: -0.5, below: { days: 18, moods: [0, 2, 2, 10, 4] } };
      expect(say(found({ ...apart, later: 1, cut: 390 }))).toContain(
        'on the day after Sleep under 6 hours 30 minutes, 14 of 18 were brighter than even. After the other days, 30 of 60 were.',
      );
      const sides = [
        [aMeasure({ name: 'Wake-up', kind: 'time' }), 'Wake-up before 06:00'],
        [aMeasure({ name: 'Coffee', kind: 'yes-no' }), 'no Coffee'],
        [aMeasure({ name: 'Weight', kind: 'number', unit: 'kg' }), 'Weight under 360 kg'],
      ] as const;
      for (const [measure, side] of sides) expect(say(found({}, measure))).toContain(side);
    });

    it('speaks every language', () => {
      for (const language of LANGUAGE_TAGS) {
        const sentence = say(found({}), language);
        expect(sentence).toMatch(/14.*18|18.*14/);
        expect(sentence === say(found({}))).toBe(language === 'en');
      }
      expect(say(found({}), 'de')).toBe(
        'Seit dem 23. Aug. 2026 war es an 14 von 18 Tagen mit Sleep unter 6 Stunden schwerer als neutral, sonst an 6 von 60 Tagen.',
      );
    });
  });

  it('names weekdays as a person would', () => {
    expect(ENGLISH.weekdays('heavier', [1])).toBe('Your Mondays were heavier than the others.');
    expect(sentencesIn('de').weekdays('heavier', [1, 7])).toBe(
      'Schwerer als sonst war es bei dir montags und sonntags.',
    );
  });

  it('names no winner where there is only chance: sunny and rainy days of a week', async () => {
    const moods = ['Happy', 'Sad', 'Happy', 'Neutral', 'Happy', 'Tired', 'Neutral', 'Happy'];
    const text = await write(
      days(8, (back) => ({
        inputMood: moods[back],
        weatherData: back % 2 === 0 ? 'Sunny' : 'Light rain',
        location: back % 2 === 0 ? 'Porto' : 'Oslo',
      })),
    );
    expect(text).toContain('The weather made no difference that I could see.');
    expect(text).not.toMatch(/brighter|heavier/);
  });

  it('compares halves only of enough days with a mood', async () => {
    const lately = (scored: number) =>
      write(days(12, (back) => ({ inputMood: back >= scored ? '' : back % 2 === 0 ? 'Happy' : 'Sad' })));
    expect(await lately(10)).toContain(ENGLISH.trend.none);
    const few = await lately(3);
    expect(few).not.toContain(ENGLISH.trend.none);
    expect(few).not.toContain(ENGLISH.nothingByChance);
  });

  it('says of weather in other words that it is left out of the comparison', async () => {
    const weather = ['Windy', 'Sunny', 'Leichter Regen', 'Sunny'];
    const text = await write(days(8, (back) => ({ inputMood: 'Happy', weatherData: weather[back % 4] })));
    expect(text).toContain(ENGLISH.otherWeather(4));
    // Clear days alone cannot be compared.
    expect(text).toContain(ENGLISH.tooFewToCompare);
    expect(await write(days(8, () => ({ weatherData: 'Sunny' })))).not.toContain('in words whose kind');
  });

  it.each([['I feel like nothing matters.'], ['A good day, I am happy and glad.']])(
    'says of one entry nothing about its sound, and guesses at no pattern: %s',
    async (content) => {
      for (const inputMood of ['', 'Sad', 'Happy']) {
        const text = await write([anEntry({ content, inputMood })]);
        expect(text).toContain('I have read your entry of 2 Nov 2026.');
        expect(text).toContain('One day is too little to see a pattern in');
        expect(text).not.toMatch(/sound|words|brighter|heavier|Taken together|undefined|NaN/);
      }
    },
  );

  it('does not ask for more lines after a hard day', async () => {
    const hard = await write([anEntry({ content: 'I feel like nothing matters.', inputMood: 'Sad' })]);
    expect(has(hard, ADVICE)).toEqual([]);
    expect(hard).toContain(ENGLISH.closing.hard);
    expect(await write([anEntry()])).toContain(ENGLISH.advice.writeMore);
  });

  it.each([0, 1, 7, 40])(
    'has neither advice nor closing nor verdict where words suggest self-harm, among %i other days',
    async (others) => {
      const sign = { content: 'I want to die. Nobody would notice.', inputMood: 'Sad' };
      const entries = days(others + 1, (back) =>
        back === Math.floor(others / 2) ? sign : { inputMood: 'Happy' },
      );
      const text = await write(entries);
      expect(text).toContain(ENGLISH.heavyWords);
      expect(has(text, [...ADVICE, ...CLOSINGS])).toEqual([]);
      expect(text).not.toMatch(/Taken together|sound|brighter|heavier than the|Until/);
    },
  );

  it('says how the words sound where enough of them are known, and where moods say something else', async () => {
    const text = await write(days(4, () => ({ content: 'Good, happy, lovely', inputMood: 'Sad' })));
    expect(text).toContain(ENGLISH.sound.warm);
    expect(text).toContain(ENGLISH.soundsFriendlier);
    expect(await write(days(4, () => ({ content: 'დღეს კარგი დღე იყო' })))).not.toMatch(/sound|undefined/);
  });

  it('tells moods in own words from none', async () => {
    const text = await write(
      dailyEntries([{ inputMood: '' }, { inputMood: 'Serene' }, {}, { inputMood: '' }]),
    );
    expect(text).toContain(
      'You chose **Happy** once. You put your mood in words of your own once. You left the mood open for two entries.',
    );
    expect(await write([anEntry({ inputMood: '', weatherStatus: 'pending' })])).toContain(
      'You left the mood open.',
    );
  });

  it('recommends talking to a trusted person after hard days, and gives at most two pieces of advice', async () => {
    const text = await write(days(9, (back) => ({ inputMood: ['Tired', 'Angry', 'Sad'][back % 3] })));
    expect(has(text, ADVICE)).toEqual([ENGLISH.advice.tired, ENGLISH.advice.hardDays]);
    expect(text).toContain('Be gentle with yourself.');
  });

  it('has days, lists and numbers as the language of the account writes them', () => {
    const statistics = statisticsOf(days(20, () => ({})));
    expect(renderInsight({ userName: 'Ada', statistics, selfHarm: false }, sentencesIn('de'))).toContain(
      '1.–20. Nov. 2026',
    );
    expect(renderInsight({ userName: 'Ada', statistics, selfHarm: false }, sentencesIn('pt-BR'))).toContain(
      '20 de nov. de 2026',
    );
  });

  it('emphasizes no city whose edge Markdown would not take beside letters or isolates', async () => {
    const inChinese = async (location: string) =>
      (await new LocalModel().write(aQuestion([anEntry({ location })], { language: 'zh-Hans' }))).text;
    expect(await inChinese('巴黎')).toContain('这些都是你在**巴黎**写的。');
    expect(await inChinese('巴黎（法国）')).toContain('这些都是你在巴黎（法国）写的。');
    expect(await inChinese('Washington, D.C.')).toContain('这些都是你在Washington, D\\.C\\.写的。');
    expect(await write([anEntry({ location: 'باريس (فرنسا)' })])).not.toContain('**باريس');
  });

  it('names moods of one’s own, whatever is in their names', () => {
    const face = { colour: 'rose', eyes: 'dots', mouth: 'smile', emoji: '', archived: false } as const;
    const mood = {
      _id: 'a',
      name: '*at* [peace](http://evil.example)',
      formerNames: ['calm'],
      score: 2,
      ...face,
    };
    const moods = new Moods({ moods: [{ ...mood, score: 2 }], hidden: [] });
    const statistics = statisticsOf(dailyEntries([{ inputMood: 'Calm' }]), 'en', moods);
    const text = renderInsight({ userName: 'Ada', statistics, selfHarm: false }, ENGLISH);
    expect(text).toContain('You chose **\\*at\\* \\[peace\\]');
    expect(unescaped(text)).not.toMatch(/https?:|\[/);
  });

  it('is the same for the same entries at any time', () => {
    const statistics = statisticsOf(days(20, () => ({})));
    expect(renderInsight({ userName: 'Ada', statistics, selfHarm: false }, ENGLISH)).toBe(
      renderInsight({ userName: 'Ada', statistics, selfHarm: false }, ENGLISH),
    );
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
    '[[6b01228883afd8e0a0da49e0]]',
  ])('takes nothing that people write for markdown: %s', async (words) => {
    const entry = anEntry({ inputMood: words, location: words, weatherData: words });
    // A city in punctuation is not in bold.
    const location = /^\w.*\w$/.test(words) ? 'x' : '(x)';
    const plain = await write([anEntry({ inputMood: 'x', location, weatherData: 'x' })], 'x');
    const text = await write([entry], words);
    const marks = (text: string) => unescaped(text).replace(/[^![\]<>`~#|&@_\\>*-]/g, '');
    expect(marks(text)).toBe(marks(plain));
    expect(unescaped(text)).not.toMatch(/https?:|www\.|\n1\./);
    expect(text.split('\n')).toHaveLength(plain.split('\n').length);
  });
});

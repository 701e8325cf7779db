import type { Language } from '@inner-weather/languages/languages';
import { sentimentOf } from './lexicon.js';

/** Entries in which AFINN-165 finds English words: die, war, Kind; no, pain, mal, fort. */
const ENTRIES: [Language, string][] = [
  ['de', 'Heute war die ganze Welt hell, und mein Kind war im Park.'],
  ['de', 'Die Arbeit war gut.'],
  ['es', 'No fue un mal día, pero la verdad es que no dormí bien.'],
  ['fr', 'J’ai acheté du pain et je suis allé au parc, il fait mal.'],
  ['pt-BR', 'Não foi um dia mal, mas no trabalho tudo era um drama.'],
  ['ar', 'كان يوماً جميلاً و happy'],
  ['zh-Hans', '今天和朋友去了公园，大家都很happy'],
];

describe('the language of a text', () => {
  it.each(ENTRIES)('is not English, in %s: its words have no English sentiment: %s', (language, text) => {
    expect(sentimentOf(text, language)).toBeUndefined();
    expect(sentimentOf(text, 'en')).toBeUndefined();
  });

  it.each(['en', 'de', 'es', 'fr', 'pt-BR', 'ar', 'zh-Hans'] as const)(
    'is English where its frequent words are, in an account in %s',
    (language) => {
      expect(sentimentOf('I was happy about the walk with my friends', language)).toBe(3);
    },
  );

  it('is that of the account where a text has no frequent words', () => {
    expect(sentimentOf('Good, happy, lovely', 'en')).toBe(3);
    expect(sentimentOf('Kind, Hell, Mist', 'de')).toBeUndefined();
  });
});

import type { Language } from '@inner-weather/languages/languages';
import { loadWordForms } from './word-forms.js';
import { WordSearch } from './word-search.js';

const isIn = (language: Language, query: string, text: string) => WordSearch.of(query, language)?.isIn(text);
const marked = (language: Language, query: string, text: string) =>
  WordSearch.of(query, language)
    ?.marksIn(text)
    .map(([from, until]) => text.slice(from, until));

/** A searched word, and a word that is a form of it: by the rules of the language, by what we add, and by the accents. */
const FORMS: Partial<Record<Language, [string, string][]>> = {
  de: [
    ['gelaufene', 'gelaufenen'],
    ['Freundinnen', 'Freundin'],
    ['Straßen', 'Strasse'],
  ],
  es: [
    ['caminando', 'caminé'],
    ['felices', 'feliz'],
    ['feliz', 'felices'],
    ['comio', 'comía'],
  ],
  fr: [
    ['heureuse', 'heureux'],
    ['récemment', 'récent'],
    ['fatigué', 'fatiguée'],
  ],
  'pt-BR': [
    ['caminhando', 'caminhei'],
    ['emoções', 'emoção'],
    ['emoção', 'emoções'],
    ['emocoes', 'emoção'],
  ],
};

const APART: typeof FORMS = {
  de: [['Freundin', 'Frieden']],
  es: [['feliz', 'felino']],
  fr: [['été', 'et']],
  'pt-BR': [['emoções', 'emprego']],
};

const pairs = (of: typeof FORMS) =>
  Object.entries(of).flatMap(([language, words]) =>
    words.map(([query, word]): [Language, string, string] => [language as Language, query, word]),
  );

describe('forms of words', () => {
  it('are only those of English until the rules of a language are loaded', () => {
    expect(isIn('fr', 'journaux', 'un journal')).toBe(false);
    expect(isIn('fr', 'walked', 'a walk')).toBe(true);
  });

  describe('with the rules', () => {
    beforeAll(async () => {
      for (const language of Object.keys(FORMS)) await loadWordForms(language as Language);
    });

    it.each(pairs(FORMS))('%s: %s finds %s', (language, query, word) => {
      const text = `Ça — … ${word}, ½ ñ`;
      expect(isIn(language, query, text)).toBe(true);
      expect(isIn(language, query, text.normalize('NFD'))).toBe(true);
      expect(marked(language, query, text)).toEqual([word]);
    });

    it.each(pairs(APART))('%s: %s does not find %s', (language, query, word) => {
      expect(isIn(language, query, word)).toBe(false);
    });

    it.each(['de', 'es', 'fr', 'pt-BR', 'ar', 'zh-Hans'] as const)(
      'are those of English too, in %s',
      (language) => {
        expect(isIn(language, 'tries', 'I try')).toBe(true);
        expect(isIn(language, 'new', 'Nobody knew.')).toBe(false);
      },
    );
  });
});

describe('Arabic', () => {
  it.each([
    ['احب', 'أُحِبُّ البحر'],
    ['أمل', 'امل'],
    ['إلى', 'الي البيت'],
    ['مدرسه', 'المدرسة'],
    ['مدرسة', 'مدرسه'],
    ['سعيد', 'سَعِيدٌ'],
    ['كتاب', 'قرأت الكتاب'],
    ['كتاب', 'بالكتاب'],
    ['كتاب', 'وللكتاب'],
    ['الكتاب', 'والكتاب'],
    ['الكتاب', 'كتاب جديد'],
    ['جميل', 'جمـــيل'],
    ['مسؤول', 'مسوول'],
    ['قارئ', 'قاري'],
    ['2026', 'سنة ٢٠٢٦'],
    ['٢٠٢٦', 'in 2026'],
    ['۱۲', '12'],
  ])('%s is found in %s', (query, text) => {
    expect(isIn('ar', query, text)).toBe(true);
  });

  it.each([
    ['كتاب', 'مكتاب'],
    ['تاب', 'كتاب'],
    ['له', 'الله'],
    ['"كتاب جديد"', 'كتاب قديم جديد'],
  ])('%s is not found in %s', (query, text) => {
    expect(isIn('ar', query, text)).toBe(false);
  });

  it('is marked where the words are', () => {
    const text = 'قرأتُ الكِتـاب في ٢٠٢٦';
    expect(marked('ar', 'كتاب 2026', text)).toEqual(['كِتـاب', '٢٠٢٦']);
  });
});

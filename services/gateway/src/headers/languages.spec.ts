import { languagesOf, languageTagsOf } from './languages.js';

describe('languages of a request', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['*', []],
    ['de', ['de']],
    ['de-CH, fr;q=0.8, en-GB;q=0.9', ['de', 'en', 'fr']],
    ['de-DE,de;q=0.9,en;q=0.1,fr;q=0', ['de', 'en']],
    ['FIL', ['fil']],
    ['en;q=x, ../etc, $ne, it', ['it']],
    ['a, b, pt, es, ca, gl', ['pt', 'es', 'ca']],
    [`${'x'.repeat(10_000)}, fr`, []],
  ])('%s', (header, languages) => {
    expect(languagesOf(header)).toEqual(languages);
  });

  it('keep their scripts and regions where those decide', () => {
    expect(languageTagsOf('de;q=0.5, zh-Hant-HK, zh-TW;q=0.9, *')).toEqual(['zh-hant-hk', 'zh-tw', 'de']);
  });
});

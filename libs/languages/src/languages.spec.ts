import { bestLanguage, isWrittenLike } from './languages.js';

describe('the best language of a reader', () => {
  it.each([
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-cn', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['pt-PT', 'pt-BR'],
    ['de-CH', 'de'],
    ['no such tag', 'en'],
    ['nl', 'en'],
  ])('%s is read in %s', (tag, language) => {
    expect(bestLanguage([tag])).toBe(language);
  });

  it.each([
    [['zh-TW', 'fr'], 'fr'],
    [['zh-Hant', 'zh-Hans', 'fr'], 'zh-Hans'],
    [['zh-HK', 'ja'], 'zh-Hans'],
    [['zh-TW'], 'zh-Hans'],
  ])('another script than that of the reader comes last: %j gives %s', (tags, language) => {
    expect(bestLanguage(tags)).toBe(language);
  });

  it('has its dates and numbers from a region of the same script only', () => {
    expect(isWrittenLike('zh-CN', 'zh-Hans')).toBe(true);
    expect(isWrittenLike('zh-TW', 'zh-Hans')).toBe(false);
    expect(isWrittenLike('pt-PT', 'pt-BR')).toBe(true);
  });
});

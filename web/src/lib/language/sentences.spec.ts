import { inSentences } from './sentences';

describe('sentences one after the other', () => {
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  it('have a blank between them, but not in Chinese', () => {
    expect(inSentences('One.', false, 'Two.', undefined)).toBe('One. Two.');
    document.documentElement.lang = 'zh-Hans';
    expect(inSentences('一。', '二。')).toBe('一。二。');
  });
});

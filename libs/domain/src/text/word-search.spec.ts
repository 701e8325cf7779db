import { fold } from './fold.js';
import { WordSearch } from './word-search.js';

const isIn = (query: string, text: string) => WordSearch.of(query)?.isIn(text);
const marked = (query: string, text: string) =>
  WordSearch.of(query)
    ?.marksIn(text)
    .map(([from, until]) => text.slice(from, until));

describe('a search for words', () => {
  it.each([
    ['CAFE', 'We met at the Café.'],
    ['café', 'the old CAFE'],
    ['cafe', 'the cafe\u0301 by the river'],
    ['strasse', 'Die Straße war leer'],
    ['Łódź', 'a train to lodz'],
    ['ΟΔΟΣ', 'η οδός'],
    ['елка', 'Ёлка стоит'],
    ['istanbul', 'İstanbul'],
    ['ﬁnd', 'to find'],
    ['full１', 'Ｆｕｌｌ1'],
  ])('finds %s in "%s", whatever case, accents and variants', (query, text) => {
    expect(isIn(query, text)).toBe(true);
  });

  it.each([
    ['walk', 'We walked home'],
    ['walked', 'a long walk'],
    ['walking', 'She walks.'],
    ['tries', 'I try'],
    ['try', 'He tried'],
    ['happy', 'of happiness'],
    ['happiness', 'so happy'],
    ['loved', 'Loving it'],
    ['Spazier', 'ein Spaziergang'],
    ['riv', 'The river'],
  ])('finds %s in "%s": forms of a word, and what begins with it', (query, text) => {
    expect(isIn(query, text)).toBe(true);
  });

  it.each([
    ['art', 'the start'],
    ['walker', 'a wall'],
    ['rivers lake', 'a river'],
    ['"walk"', 'walked'],
    ['"river was"', 'was the river'],
    ['"quiet river"', 'the quiet old river'],
    ['new', 'Nobody knew.'],
  ])('does not find %s in "%s"', (query, text) => {
    expect(isIn(query, text)).toBe(false);
  });

  it('wants every word, in any order', () => {
    expect(isIn('river quiet', 'The quiet river')).toBe(true);
    expect(isIn('river loud', 'The quiet river')).toBe(false);
  });

  it.each(['"the river was"', '“River was', '«the River, was»', 'the "river was" loud'])(
    'takes words in quotes as a phrase: %s',
    (query) => {
      expect(isIn(query, 'Then the river was loud.')).toBe(true);
    },
  );

  it.each([
    ["don't", 'I don’t know'],
    ['well-being', 'my well being'],
    ['🌧️', 'all day 🌧'],
    ['€', 'ten €'],
    ['散歩', '今日は散歩に行った'],
    ['天气', '今天天气很好'],
    ['天气，', '今天天气很好'],
    ['「天气」', '今天天气很好'],
    ['“天气很好”', '今天天气很好。'],
    ['天气　跑步', '跑步的时候，天气很好'],
    ['今天，天气', '今天天气很好'],
    ['iPhone手机', '买了 iPhone 手机'],
    ['买iphone', '买了两个，又买 iPhone。'],
    ['５点', '早上5点起床'],
    ['แมว', 'ฉันมีแมวสองตัว'],
    ['2026', 'in 2026'],
  ])('finds %s in "%s": joined words, signs, and scripts without blanks', (query, text) => {
    expect(isIn(query, text)).toBe(true);
  });

  it.each(['', '  ', '""', '-', '" ! "', '...'])('looks for nothing in %j', (query) => {
    expect(WordSearch.of(query)).toBeUndefined();
  });

  it('marks every place in the text as it was written', () => {
    const text = 'Walking, I thought of the Café; the cafe\u0301 where we walk. Sidewalk.';
    expect(marked('walk cafe', text)).toEqual(['Walking', 'Café', 'cafe\u0301', 'walk']);
    expect(marked('"the cafe" cafe', text)).toEqual(['the Café', 'the cafe\u0301']);
    expect(marked('straße', 'STRASSE, Straße')).toEqual(['STRASSE', 'Straße']);
    expect(marked('💧', 'a💧💧b')).toEqual(['💧', '💧']);
    expect(marked('lake', text)).toEqual([]);
  });

  it('folds a text as it folds each of its characters, so that marks are where matches are', () => {
    const text = 'Ünïcödé ﬁne İı Σίσυφος ΟΔΟΣ 한국어 が کِتاب क्षि ẞß Ǆ ½ 👨‍👩‍👧';
    expect([...text].map(fold).join('')).toBe(fold(text));
    const places = WordSearch.of('İı')?.marksIn(text) ?? [];
    expect(places.map(([from, until]) => text.slice(from, until))).toEqual(['İı']);
  });

  it('is not slowed down by malicious text', () => {
    const start = process.cpuUsage();
    for (const [query, text] of [
      ['"a a a a a a a a b"', 'a '.repeat(10_000)],
      ['aaaaaaaaab', 'a'.repeat(20_000)],
      ['running', 'runn'.repeat(5_000)],
      ['"- - a" b', '- '.repeat(10_000)],
    ] as const)
      expect(isIn(query, text)).toBe(false);
    // Of the processor, since other tests run at the same time.
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});

describe('a search in Chinese', () => {
  it('marks a word inside of a sentence, and only there', () => {
    expect(WordSearch.of('天气', 'zh-Hans')?.marksIn('今天天气很好，天黑了。')).toEqual([[2, 4]]);
    expect(WordSearch.of('天气 跑步', 'zh-Hans')?.isIn('今天天气很好')).toBe(false);
    expect(WordSearch.of('iPhone手机')?.isIn('手机不是 iPhone')).toBe(false);
  });
});

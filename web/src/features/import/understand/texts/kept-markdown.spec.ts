import { keptMarkdown } from './kept-markdown';

describe('plain words of Markdown', () => {
  it.each([
    // Headings and letters.
    ['# Rain #\n## *On* the roof\ntext', 'Rain\nOn the roof\ntext'],
    ['Rain\n====\ntext', 'Rain\ntext'],
    ['> ## Said\n> **loud**', '> Said\n> loud'],
    ['**bold** *it* __b__ _i_ ~~no~~ ==light== ***both***', 'bold it b i no light both'],
    ['**a *b*** and *c **d*** and **e *f**', 'a b and c d and e *f'],
    ['**two\nlines** and **not\n\nthree**', 'two\nlines and **not\n\nthree**'],
    ['今天**很好**啊 **「重要」**です', '今天很好啊 「重要」です'],
    // What is no mark.
    ['snake_case 2*3*4 a*b*c x**2 + y**2 a==b==c 3 * 4 * 5', null],
    ['#tag #a/b ~5~ ** _ * ^_^ and ^_^', null],
    ['- [ ] a\n- [x] b\n* c\n1. d\n> e\n---\n***\n| a | b |\n|---|---|', null],
    ['[ ] [1] [^1] [a] [[b]] a]', null],
    // Escaped characters, code, links.
    ['\\*kept\\* \\# C:\\temp 1\\. end\\', '*kept* # C:\\temp 1. end\\'],
    ['`a_b *c*` ``x`y`` ` alone', 'a_b *c* x`y ` alone'],
    ['```js\n# **x**\n```\n**y**', '# **x**\ny'],
    ['[*the* sea](https://x.example/a_b_c "t") and [it](sea.md)', 'the sea (https://x.example/a_b_c) and it'],
    [
      '[https://x.example](https://x.example/) <https://y.example/_a_> [](z)',
      'https://x.example https://y.example/_a_ z',
    ],
    ['https://x.example/_a_/b_ *https://y.example*', 'https://x.example/_a_/b_ https://y.example'],
    ['![on it](a.png) [![in a link](a.png)](https://x.example)', 'on it in a link (https://x.example)'],
  ])('of %j', (markdown, words) => {
    expect(keptMarkdown(markdown)).toBe(words ?? markdown);
  });

  it.each([
    ...[
      '*',
      '[',
      '`',
      '_',
      '~',
      '\\',
      '<',
      '*a ',
      'a* ',
      '**a *b ',
      '[a](',
      '](',
      '![',
      '` ',
      '_a',
      '==',
      '# ',
      '> ',
    ],
    ...['https://', '[a](x "', '[a](b\\', '```\n', '#\n', '- ', '  \n', '\t='],
  ])('of 100,000 times %j take no longer than others', (part) => {
    const begun = performance.now();
    keptMarkdown(`${part.repeat(100_000)}x`);
    keptMarkdown(part.repeat(50_000) + '](x)'.repeat(50_000));
    // With a time that grows with the square, it would be minutes.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

import { LINEAR, timesAsLong } from '@inner-weather/testing/processor-time';
import { keptMarkdown } from './kept-markdown';

describe('Markdown as the journal shows it', () => {
  it.each([
    // What has a form.
    ['# Rain #\n## *On* the roof\ntext', '# Rain\n## *On* the roof\ntext'],
    ['> ## Said\n> **loud**', null],
    ['**bold** *it* __b__ _i_ ~~no~~ ***both***', null],
    ['- [ ] a\n- [x] b\n* c\n1. d\n> e\n---\n***', null],
    ['`a_b *c*` ``x`y`` ` alone', null],
    ['```js\n# **x**\n```\n**y**', '```\n# **x**\n```\n**y**'],
    [
      '[*the* sea](https://x.example/a_b_c "t") and [it](sea.md)',
      '[*the* sea](https://x.example/a_b_c) and it',
    ],
    ['[a\\_b](https://x.example)', '[a_b](https://x.example)'],
    // What has none.
    ['A day\nRain\n====\ntext', 'A day\n# Rain\ntext'],
    ['==light== a==b==c', 'light a==b==c'],
    ['snake_case 2*3*4 a*b*c x**2 + y**2 3 * 4 * 5', null],
    ['#tag #a/b ~5~ ** _ * ^_^ and ^_^\n| a | b |\n|---|---|', null],
    ['[ ] [1] [^1] [a] [[b]] a]', null],
    [
      '[https://x.example](https://x.example/) <https://y.example/_a_> [](z)',
      'https://x.example https://y.example/_a_ z',
    ],
    ['https://x.example/==a==/b', null],
    ['![on it](a.png) [![in a link](a.png)](https://x.example)', 'on it [in a link](https://x.example)'],
    // Escaped signs stay so if they would have a form otherwise.
    ['\\# 5\n1\\. Januar\n\\- no item\n\\> no quote', null],
    ['\\*kept\\* \\_too\\_ \\`this\\` \\~\\~that\\~\\~ \\[a\\](b)', null],
    [
      'room \\#5\\. 3 \\* 4\\! snake\\_case C:\\temp \\(a\\) \\+ end\\',
      'room #5. 3 * 4! snake_case C:\\temp (a) + end\\',
    ],
  ])('of %j', (markdown, words) => {
    expect(keptMarkdown(markdown)).toBe(words ?? markdown);
  });

  it.each([
    ...['[', '`', '\\#\n', '<', '[a](', '](', '![', '` ', '==', '# ', '> ', 'https://', '[a](x "', '[a](b\\'],
    ...['```\n', '#\n', '- ', '  \n', '\t='],
  ])('of many times %j takes a time that grows as they do', async (part) => {
    const keep = (times: number) => {
      keptMarkdown(`${part.repeat(times)}x`);
      keptMarkdown(part.repeat(times / 2) + '](x)'.repeat(times / 2));
    };
    expect(await timesAsLong(keep, 50_000)).toBeLessThan(LINEAR);
  });
});

import { processorClock } from '@inner-weather/testing/processor-time';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { withTick } from './formed-words';
import { mayHaveForm, Words } from './words';

async function shown(text: string, props: { searched?: string; onTick?: (text: string) => void } = {}) {
  const { container } = render(<Words text={text} {...props} />);
  if (mayHaveForm(text)) await formed(container);
  return container;
}

/** The code of the form has been fetched. */
async function formed(container: HTMLElement): Promise<void> {
  await screen.findByText((_, element) => element?.parentElement === container && element.tagName === 'DIV');
}

describe('the words of an entry', () => {
  it('have headings, bold, lists, quotes and links', async () => {
    const container = await shown(
      '# Monday\nA **loud** day.\n\n- milk\n- bread\n\n1. one\n2. two\n\n> said nobody\n\n[a page](https://example.org/a)',
    );
    expect(screen.getByRole('heading', { name: 'Monday' })).toBeInTheDocument();
    expect(container.querySelector('strong')).toHaveTextContent('loud');
    expect([...container.querySelectorAll('ul li')].map((li) => li.textContent)).toEqual(['milk', 'bread']);
    expect(container.querySelectorAll('ol li')).toHaveLength(2);
    expect(container.querySelector('blockquote')).toHaveTextContent('said nobody');
    const link = screen.getByRole('link', { name: 'a page' });
    expect(link).toHaveAttribute('href', 'https://example.org/a');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noreferrer');
    expect(container).toHaveTextContent('(example.org)');
  });

  it('make a link of an address alone, and of none that does something', async () => {
    await shown('see https://example.org/x and [this](javascript:alert(1)) and <a href="x">b</a>');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://example.org/x',
    ]);
    expect(document.body).toHaveTextContent('<a href="x">b</a>');
  });

  it.each([
    ['A line\nand another one', ['A line', 'and another one']],
    ['a\n---', ['a']],
    ['    four blanks', ['four blanks']],
    ['5 &lt; 6, 2*3*4 and snake_case_name', ['5 &lt; 6, 2*3*4 and snake_case_name']],
    ['+ sun\n- rain\n+ tea', ['+ sun', 'rain', '+ tea']],
    ['![a cat](https://example.org/cat.jpg)', ['a cat (example.org)']],
    ['<b>bold</b>', ['<b>bold</b>']],
    ['#river and #sea', ['#river and #sea']],
    ['1. Januar: Regen\n3. Januar: Sonne', ['1. Januar: Regen', '3. Januar: Sonne']],
    ['C:\\*.txt', ['C:\\*.txt']],
    ['/\\_/\\', ['/\\_/\\']],
    ['\\# 5\n1\\. Januar\n\\- no item', ['# 5', '1. Januar', '- no item']],
    ['\\*kept\\* and \\[this\\](https://example.org)', ['*kept* and [this](']],
    ['|a|b|\n|-|-|\n|1|2|', ['|a|b|', '|1|2|']],
    ['a[^1]\n\n[^1]: b', ['a[^1]', '[^1]: b']],
  ])('stay as they were written where nothing else is meant: %j', async (text, lines) => {
    const container = await shown(text);
    for (const line of lines) expect(container).toHaveTextContent(line);
    expect(container.querySelector('img, em, strong, h1, h2, h3, code, b')).toBeNull();
  });

  it.each([
    '¯\\_(ツ)_/¯',
    '(*^_^*)',
    '(*´▽`*)',
    '(*≧ω≦*)',
    '_(:3」∠)_',
    '┐(´д`)┌ ┐(´д`)┌',
    '-_- and -_-',
    '>_< and >_<',
    '>:( not today',
    '^_^ so ^_^',
    '(=_=) (=_=)',
    '*_*',
    '*.*',
    '[sleep](bad)',
    'f**k this sh**t',
    '~~~ evening ~~~',
  ])('keep the faces that people type: %s', async (text) => {
    const container = await shown(text);
    expect(container.textContent).toBe(text);
    expect(container.querySelector('em, strong, del, code, blockquote, a')).toBeNull();
  });

  it('have a form beside faces, next to punctuation and without blanks between words', async () => {
    const container = await shown(
      '(*really*) "*yes*" -*no*: **25 °C** 很**重要**的 ^_^ **bold** ^_^ *🎉* `x`\n\n```js\ncode\n```',
    );
    const texts = (selector: string) =>
      [...container.querySelectorAll(selector)].map(({ textContent }) => textContent);
    expect(texts('em')).toEqual(['really', 'yes', 'no', '🎉']);
    expect(texts('strong')).toEqual(['25 °C', '重要', 'bold']);
    expect(texts('code')).toEqual(['x', 'code\n']);
  });

  it('keep each line and each paragraph', async () => {
    const container = await shown('*One*\nTwo\n\nThree');
    expect(container.querySelectorAll('p')).toHaveLength(2);
    expect(container.querySelectorAll('br')).toHaveLength(1);
  });

  it('need nothing else without a form', async () => {
    const container = await shown('A day.\n\nAnother one, (really) - at 8:10. Tea & cake!');
    expect(container.innerHTML).toContain('A day.\n\nAnother one');
  });

  it('mark what was searched, in any form', async () => {
    const container = await shown('## The river\n\n- a **river**, two', { searched: 'river' });
    expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'river',
      'river',
    ]);
  });

  it('have checks that can be ticked, each at its own place', async () => {
    const text = 'Today:\n\n- [ ] call [x] home\n- [x] sleep\n  - [ ] long';
    const ticked: string[] = [];
    const container = await shown(text, { onTick: (next) => ticked.push(next) });
    const checks = within(container).getAllByRole('checkbox');
    expect(checks.map((check) => (check as HTMLInputElement).checked)).toEqual([false, true, false]);
    for (const check of checks) await userEvent.click(check);
    expect(ticked).toEqual([
      'Today:\n\n- [x] call [x] home\n- [x] sleep\n  - [ ] long',
      'Today:\n\n- [x] call [x] home\n- [ ] sleep\n  - [ ] long',
      'Today:\n\n- [x] call [x] home\n- [ ] sleep\n  - [x] long',
    ]);
    expect(withTick('- [X] a', 0)).toBe('- [ ] a');
    expect(withTick('- [\t] a\n- [ ] b', 0)).toBe('- [x] a\n- [ ] b');
  });

  it('keep the focus at a check that was ticked, and start over with words from elsewhere', async () => {
    const ticked: string[] = [];
    const words = (text: string) => <Words text={text} onTick={(next) => ticked.push(next)} />;
    const { container, rerender } = render(words('- [ ] milk\n- [ ] bread'));
    await formed(container);
    const [milk, bread] = within(container).getAllByRole('checkbox');
    milk!.focus();
    await userEvent.keyboard(' ');
    rerender(words('- [x] milk\n- [ ] bread'));
    expect(milk).toBeChecked();
    expect(milk).toHaveFocus();
    rerender(words('- [ ] milk\n- [ ] bread\n- [ ] tea'));
    await userEvent.click(bread!);
    expect(ticked.at(-1)).toBe('- [ ] milk\n- [x] bread\n- [ ] tea');
  });

  it('are no table of a million cells', async () => {
    const container = await shown(
      `*\n\n${'|a'.repeat(1_000)}\n${'|-'.repeat(1_000)}\n${'|\n'.repeat(1_000)}`,
    );
    expect(container.querySelectorAll('td, th')).toHaveLength(0);
  });

  it('have checks that nobody can tick where they are only shown', async () => {
    const container = await shown('- [ ] call home');
    expect(within(container).getByRole('checkbox')).toBeDisabled();
  });

  it.each(['*', '[', '`', '> ', '- ', '_a', '[](', '# ', '*a ', '**a **b ', '[a](b ', '1. ', '+ ', '> + '])(
    'of a hundred thousand %j are shown in the end',
    async (part) => {
      const takenMs = processorClock();
      await shown(part.repeat(20_000 / part.length));
      expect(takenMs()).toBeLessThan(20_000);
    },
  );
});

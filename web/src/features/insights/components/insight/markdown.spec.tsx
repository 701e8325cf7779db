import { render, screen, within } from '@testing-library/react';
import { Markdown } from './markdown';

// Contract: 2 the answer is shown as markdown
// ASVS 1.2.1, 1.2.2, 1.2.3, 1.3.1, 1.3.4, 1.3.5
describe('Markdown', () => {
  it('formats', () => {
    render(<Markdown text={'# Title\n\nSome *soft* words\n\n- one\n- two'} />);
    expect(screen.getByRole('heading', { name: 'Title', level: 3 })).toBeInTheDocument();
    expect(screen.getByText('soft')).toHaveProperty('tagName', 'EM');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('shows a table that can be scrolled with the keyboard', () => {
    const text =
      'Your week:\n\n| Day | Mood | Hours |\n|:----|:----:|------:|\n| Monday | **Happy** | 7,5 |\n| Tuesday | a \\| b<br>and c |\n\nRest well.';
    render(<Markdown text={text} />);
    const table = screen.getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Day', 'Mood', 'Hours']);
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    expect(within(table).getByText('Happy')).toHaveProperty('tagName', 'STRONG');
    expect(within(table).getByRole('cell', { name: 'a | b and c' }).querySelector('br')).not.toBeNull();
    expect(within(table).getByRole('columnheader', { name: 'Hours' })).toHaveStyle({ textAlign: 'right' });
    expect(screen.getByRole('group', { name: 'Table' })).toHaveAttribute('tabindex', '0');
    expect(screen.getByRole('group', { name: 'Table' })).toContainElement(table);
    expect(screen.getByText('Rest well.')).toBeInTheDocument();
  });

  it('strikes out only between two tildes, and shows disabled checkboxes', () => {
    render(<Markdown text={'From ~3 to ~4 hours, ~~never~~.\n\n- [x] walked\n- [ ] slept'} />);
    expect(screen.getByText('never')).toHaveProperty('tagName', 'DEL');
    expect(screen.getByText(/From ~3 to ~4 hours/)).toBeInTheDocument();
    for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled();
  });

  it('breaks a line at <br>', () => {
    const { container } = render(<Markdown text={'One<br>two<BR />three<br/>four'} />);
    expect(container.querySelectorAll('br')).toHaveLength(3);
    expect(container).toHaveTextContent('One two three four');
  });

  it('removes HTML and loads no pictures', () => {
    const { container } = render(
      <Markdown
        text={
          '<script>alert(1)</script>\n\n<img src="https://evil.test/a.png" onerror="alert(1)">\n\n![a chart](https://evil.test/b.png) and <b>bold</b>\n\n<iframe src="https://evil.test"></iframe>'
        }
      />,
    );
    expect(container.querySelector('script, img, iframe, b, [onerror]')).toBeNull();
    expect(container.innerHTML).not.toContain('evil.test');
    expect(screen.getByText('a chart')).toBeInTheDocument();
  });

  it.each([
    ['javascript:', '[go](javascript:alert%281%29)'],
    ['another case', '[go](JaVaScRiPt:alert%281%29)'],
    ['entities', '[go](&#106;avascript:alert%281%29)'],
    ['a line feed in it', '[go](<java\nscript:alert(1)>)'],
    ['vbscript:', '[go](vbscript:x)'],
    ['a file', '[go](file:///etc/passwd)'],
    ['an address without a scheme', '[go](//evil.test/x)'],
    ['a path of ours', '[go](/api/logout)'],
    ['a reference', '[go][1]\n\n[1]: javascript:alert%281%29'],
    ['an autolink', '<javascript:alert(1)>'],
  ])('makes no link of %s', (_what, text) => {
    const { container } = render(<Markdown text={text} />);
    expect(container.querySelector('a, [href]')).toBeNull();
  });

  it.each([
    ['a name in front', '[bank.test](https://bank.test@evil.test/)', 'evil.test'],
    ['other letters', '[bank.test](https://bаnk.test/)', 'xn--bnk-6cd.test'],
    ['words that say otherwise', '[https://bank.test](https://evil.test/)', 'evil.test'],
    ['a picture as its words', '[![bank.test](https://evil.test/a.png)](https://evil.test/)', 'evil.test'],
  ])('shows the host that a link really leads to: %s', (_what, text, host) => {
    const { container } = render(<Markdown text={text} />);
    const link = screen.getByRole<HTMLAnchorElement>('link');
    expect(link.host).toBe(host);
    expect(link.nextElementSibling).toHaveTextContent(`(${host})`);
    expect(container.querySelector('img')).toBeNull();
  });

  it('shows the host of a link, and links only to http and https', () => {
    render(
      <Markdown
        text={'[a walk](https://example.org/walks) [bad](javascript:alert(1)) [data](data:text/html,x)'}
      />,
    );
    const link = screen.getByRole('link');
    expect(link).toHaveTextContent('a walk');
    expect(link).toHaveAttribute('href', 'https://example.org/walks');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(link).toHaveAttribute('target', '_blank');
    expect(screen.getByText('(example.org)')).toBeInTheDocument();
    expect(screen.getByText('bad')).toHaveProperty('tagName', 'SPAN');
    expect(screen.getByText('data')).toHaveProperty('tagName', 'SPAN');
  });
});

import { rulesOf } from './use-page-rules';

describe('the rules of a printed page', () => {
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  it('have the size of the paper', () => {
    expect(rulesOf('a4', '')).toContain('size: A4;');
    expect(rulesOf('letter', '')).toContain('size: letter;');
  });

  it('have the title at the start of the line and the number of the page at its end', () => {
    const rules = rulesOf('a4', 'My "year"\n\\');
    expect(rules).toContain(String.raw`@bottom-left { content: "My \"year\" \\";`);
    expect(rules).toContain('@bottom-right { content: "Page " counter(page) " of " counter(pages)');
  });

  it('have both on the other side in Arabic', () => {
    document.documentElement.lang = 'ar';
    const rules = rulesOf('a4', 'سنة');
    expect(rules).toContain('@bottom-right { content: "سنة";');
    expect(rules).toMatch(/@bottom-left \{ content: .*counter\(page\)/);
  });
});

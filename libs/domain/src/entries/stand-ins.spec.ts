import { readFileSync } from 'node:fs';
import { isStandIn } from './stand-ins.js';

const textsIn = (language: string): string[] => {
  const catalogue = readFileSync(`${process.cwd()}/libs/languages/locales/${language}.po`, 'utf8');
  const messages = [...catalogue.matchAll(/^msgid "(\(.*\))"\nmsgstr "(.*)"$/gm)];
  return messages.flatMap(([, id = '', text = '']) =>
    /^\((a|an) \w+( part)?\)$|^\(\{number\} of \{of\}\)$/.test(id) ? [text] : [],
  );
};

describe('what an import writes in the place of something', () => {
  it.each(['en', 'de', 'es', 'fr', 'pt-BR', 'ar'])('is known as such in %s', (language) => {
    const texts = textsIn(language);
    expect(texts).toHaveLength(6);
    for (const text of texts)
      expect(isStandIn(text.replace('{number}', '1').replace('{of}', '12'))).toBe(true);
  });

  it.each(['(Anna called)', '(3)', '(a photo) of Anna', '', '(1 of 2 days)'])('%s is none', (line) => {
    expect(isStandIn(line)).toBe(false);
  });
});

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { idOf, parseCatalogue } from '@inner-weather/languages/catalogue';
import type { Language } from '@inner-weather/languages/languages';

const LOCALES = resolve(import.meta.dirname, '../../../libs/languages/locales');

const read = (language: Language): Map<string, string> =>
  new Map(
    parseCatalogue(readFileSync(resolve(LOCALES, `${language}.po`), 'utf8')).map(({ id, text }) => [
      id,
      text,
    ]),
  );

/**
 * What the page says in a language for an English text, so that a test of another language needs no translations.
 * Throws if no catalogue has the text.
 * @param language of the page
 * @returns a function of the English text with its placeholders, the values of these, and the context of a message
 */
export function wordsIn(language: Language) {
  const english = read('en');
  const translated = read(language);
  return (text: string, values: Record<string, string> = {}, context = ''): string => {
    const generated = idOf(text, context);
    const id = english.has(generated) ? generated : [...english].find(([, words]) => words === text)?.[0];
    const words = id === undefined ? undefined : translated.get(id);
    if (!words) throw new Error(`No message in ${language} for «${text}»`);
    return words.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  };
}

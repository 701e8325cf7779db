import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileCatalogue, parseCatalogue } from './catalogue.js';
import { type Language, localeOf } from './languages.js';
import type { Message, Params } from './messages.js';

/** Writes a message in one language. A message without a translation is written in English. */
export type Translator = (message: Message, params?: Params) => string;

/** Finds the catalogues from wherever the build puts this code. */
const { resolve } = createRequire(import.meta.url);

const translators = new Map<Language, Translator>();

/** For services. The page loads its messages by route. */
export function translatorOf(language: Language): Translator {
  const existing = translators.get(language);
  if (existing) return existing;
  const i18n = setupI18n({
    locale: language,
    locales: [localeOf(language), language],
    messages: {
      [language]: compileCatalogue(parseCatalogue(readFileSync(catalogueOf(language), 'utf8'))),
    },
  });
  i18n.setMessagesCompiler(compileMessage);
  const translator: Translator = ({ id, message }, params) => i18n._({ id, message, values: { ...params } });
  translators.set(language, translator);
  return translator;
}

const catalogueOf = (language: Language): string =>
  resolve(`@inner-weather/languages/locales/${language}.po`);

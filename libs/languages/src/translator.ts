import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compileCatalogue, parseCatalogue } from './catalogue.js';
import { type Language, localeOf } from './languages.js';
import type { Message, Params } from './messages.js';

/** Writes a message in one language. A message without a translation is written in English. */
export type Translator = (message: Message, params?: Params) => string;

const LOCALES = resolve(import.meta.dirname, '../locales');

const translators = new Map<Language, Translator>();

/** For services. The page loads its messages by route. */
export function translatorOf(language: Language): Translator {
  const existing = translators.get(language);
  if (existing) return existing;
  const i18n = setupI18n({
    locale: language,
    locales: [localeOf(language), language],
    messages: {
      [language]: compileCatalogue(parseCatalogue(readFileSync(resolve(LOCALES, `${language}.po`), 'utf8'))),
    },
  });
  i18n.setMessagesCompiler(compileMessage);
  const translator: Translator = ({ id, message }, params) => i18n._({ id, message, values: { ...params } });
  translators.set(language, translator);
  return translator;
}

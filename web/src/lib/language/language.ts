import { i18n, type Messages } from '@lingui/core';
import {
  directionOf,
  isLanguage,
  isWrittenLike,
  type Language,
  localeOf,
} from '@inner-weather/languages/languages';
import { languages } from 'virtual:messages';
import { ofTab, readStorage, writeStorage } from '../remembered';

/** Remembers the language per browser. The account's language replaces it after a login. */
const KEY = 'inner-weather.language';

/** The language of the page. /look.js sets it before anything is drawn, and it stays until the page loads again. */
export function currentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

export const isRightToLeft = (): boolean => directionOf(currentLanguage()) === 'rtl';

/** Loads the page again in another language. Drafts and unsaved editions are kept. */
export function changeLanguage(language: Language): void {
  const address = new URL(location.href);
  address.searchParams.delete('language');
  // Without storage the address says it, and it lasts until the page is closed. /look.js reads it.
  if (!writeStorage(KEY, language)) address.searchParams.set('language', language);
  if (language === currentLanguage()) return;
  if (address.href === location.href) page.reload();
  else location.replace(address);
}

/** Loads the page again. An object, so that tests can replace it. */
export const page = { reload: () => location.reload() };

/** Set while the page loads again for the account's language. */
const TAKEN_OVER = 'inner-weather.language-taken-over';

/**
 * Loads the page again in the account's language if it is in another one. If that did not help before, because the
 * browser forgets what it is told to store, the page stays as it is.
 */
export function takeOverLanguage(language: Language): void {
  const isTaken = language === currentLanguage();
  if (!isTaken && readStorage(TAKEN_OVER, ofTab) === language) return;
  // Without storage the page stays in the browser's language.
  if (writeStorage(TAKEN_OVER, isTaken ? null : language, ofTab) && !isTaken) changeLanguage(language);
}

const loaded: Messages = {};

/**
 * Fetches parts of the catalogue of the page's language. Rejects if one cannot be fetched.
 * @param names of parts: web/build/parts.ts says what is in each
 */
export async function loadMessages(...names: string[]): Promise<void> {
  const language = currentLanguage();
  const frame = await languages[language]?.();
  const catalogues = await Promise.all(
    names.map(async (name) => (name === 'frame' ? frame : await frame?.parts[name]?.())),
  );
  for (const catalogue of catalogues) Object.assign(loaded, catalogue?.default);
  i18n.loadAndActivate({ locale: language, locales: [locale(), language], messages: loaded });
}

/**
 * The locale of dates and numbers: the browser's, if it is one of the page's language, since it knows the region. Its
 * digits are those of the texts.
 */
export function locale(): string {
  const language = currentLanguage();
  const ofBrowser = navigator.languages.find((tag) => isWrittenLike(tag, language));
  if (ofBrowser === undefined) return localeOf(language);
  return language === 'ar' ? new Intl.Locale(ofBrowser, { numberingSystem: 'latn' }).toString() : ofBrowser;
}

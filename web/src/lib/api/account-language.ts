import type { Language } from '@inner-weather/languages/languages';

/** The account's language, until the generated types have it. */
export interface WithLanguage {
  language?: Language;
}

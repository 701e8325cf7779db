/** The languages of the page, the mails and the built-in analysis, as BCP 47 tags, with their own names. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ar: 'العربية',
  'zh-Hans': '简体中文',
} as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as Language[];

export function isLanguage(tag: unknown): tag is Language {
  return typeof tag === 'string' && Object.hasOwn(LANGUAGES, tag);
}

/**
 * The first of the preferred languages that exists here, or else English. The region does not have to match: Swiss
 * German gets German, European Portuguese gets Brazilian. Another script is taken only where no preferred language
 * exists in its own: readers of Traditional Chinese get Simplified rather than English if they name no other language.
 * @param preferred BCP 47 tags, the most preferred first, as in `navigator.languages`
 */
export function bestLanguage(preferred: readonly string[]): Language {
  const first = (isSame: (one: Language, tag: string) => boolean) =>
    preferred.flatMap((tag) => LANGUAGE_TAGS.find((one) => isSame(one, tag)) ?? [])[0];
  return first(isWrittenLike) ?? first((one, tag) => baseOf(one) === baseOf(tag)) ?? 'en';
}

/** Whether two tags are of one language in one script, whatever their regions: `zh-CN` and `zh-Hans`, not `zh-TW`. */
export const isWrittenLike = (tag: string, other: string): boolean => writtenAs(tag) === writtenAs(other);

function writtenAs(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    // A request may name anything.
    return tag;
  }
}

/** Languages written from right to left, also those that are not translated yet. /look.js has them too. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';

/**
 * The locale of dates and numbers where the reader's region is not known. English is British. Arabic has the digits 0 to 9,
 * which texts and files have, too; by region it would mix them with others.
 */
export function localeOf(language: Language): string {
  return { en: 'en-GB', ar: 'ar-u-nu-latn' }[language as string] ?? language;
}

const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

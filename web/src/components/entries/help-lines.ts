import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../../lib/api/api-client';
import type { components } from '../../lib/api/api-types.gen';
import { currentLanguage, locale } from '../../lib/language/language';
import { queryKey } from '../../lib/query-keys';

export type HelpLine = components['schemas']['HelpLineDto'];

/** GET /help-lines, fetched only when they are shown. They change only when the server restarts. */
export function useHelpLines(isEnabled: boolean) {
  return useQuery({
    queryKey: queryKey('helpLines'),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/help-lines', { signal })).items,
    staleTime: Infinity,
    enabled: isEnabled,
  });
}

/**
 * The countries of the browser's languages, so that the user need not be asked for a country. Those of the page's language
 * come first.
 */
export function ownCountries(languages: readonly string[] = preferredLanguages()): string[] {
  const countries = languages.flatMap((language) => {
    try {
      // "de" alone counts as Germany.
      return new Intl.Locale(language).maximize().region ?? [];
    } catch {
      return [];
    }
  });
  return [...new Set(countries)];
}

/** The browser's languages, those of the page's language first. A language that only the page has says nothing of the country. */
function preferredLanguages(): string[] {
  const baseOf = (tag: string) => tag.toLowerCase().split('-')[0];
  const isOfPage = (tag: string) => baseOf(tag) === baseOf(currentLanguage());
  return [...navigator.languages.filter(isOfPage), ...navigator.languages];
}

export interface SortedHelpLines {
  /** The lines of the first of the user's countries that has any. */
  near: HelpLine[];
  /** International lines. */
  anywhere: HelpLine[];
  elsewhere: HelpLine[];
}

export function sortHelpLines(lines: HelpLine[], countries: string[]): SortedHelpLines {
  const own = countries.find((country) => lines.some((line) => line.country === country));
  return {
    near: lines.filter((line) => line.country !== null && line.country === own),
    anywhere: lines.filter((line) => line.country === null),
    elsewhere: lines.filter((line) => line.country !== null && line.country !== own),
  };
}

/** The name of a country: "Germany" for "DE". */
export function countryInWords(country: string): string {
  return new Intl.DisplayNames([locale()], { type: 'region' }).of(country) ?? country;
}

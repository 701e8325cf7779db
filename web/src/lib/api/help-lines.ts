import { useQuery } from '@tanstack/react-query';
import { api, expectData } from './api-client';
import { locale } from '../language/language';
import type { components } from './api-types.gen';

export type HelpLine = components['schemas']['HelpLineDto'];

/** GET /help-lines, fetched only when they are shown. They change only when the server restarts. */
export function useHelpLines(isEnabled: boolean) {
  return useQuery({
    queryKey: ['help-lines'],
    queryFn: async ({ signal }) => expectData(await api.GET('/api/help-lines', { signal })).items,
    staleTime: Infinity,
    enabled: isEnabled,
  });
}

/** The countries of the browser's languages, in order, so that the user need not be asked for a country. */
export function ownCountries(languages: readonly string[] = navigator.languages): string[] {
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

import { useQuery } from '@tanstack/react-query';
import { api, expectData } from './api-client';
import type { components } from './api-types.gen';

export type HelpLine = components['schemas']['HelpLineDto'];

/** GET /help-lines, asked for only when they are to be shown. They change only when the server is started anew. */
export function useHelpLines(wanted: boolean) {
  return useQuery({
    queryKey: ['help-lines'],
    queryFn: async ({ signal }) => expectData(await api.GET('/api/help-lines', { signal })).items,
    staleTime: Infinity,
    enabled: wanted,
  });
}

/** The countries of the browser's languages, the first one first: nobody is asked where they are. */
export function ownCountries(languages: readonly string[] = navigator.languages): string[] {
  const countries = languages.flatMap((language) => {
    try {
      // "de" alone is read as German of Germany.
      return new Intl.Locale(language).maximize().region ?? [];
    } catch {
      return [];
    }
  });
  return [...new Set(countries)];
}

export interface SortedHelpLines {
  /** Of the first of one's own countries that has any. */
  near: HelpLine[];
  /** For who is anywhere. */
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

/** "Germany". */
export function countryInWords(country: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country;
}

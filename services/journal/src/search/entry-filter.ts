import type { EntryFilters } from '@inner-weather/contracts/journal/find-entries.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { LIMITS } from '@inner-weather/domain/limits';
import { fold } from '@inner-weather/domain/text/fold';
import { weatherKindOf } from '@inner-weather/domain/weather/skies';
import { GAP_MAX, WordSearch } from '@inner-weather/domain/text/word-search';
import { problem } from '@inner-weather/domain/problems/problem';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import type { Language } from '@inner-weather/languages/languages';
import { type ShownEntry, tagsIn } from '../entries/entry.mapper.js';

/** The unencrypted fields that a filter checks. */
export type PlainEntry = Pick<ShownEntry, 'inputMood' | 'location' | 'weather'>;

/** Separates texts so that no phrase matches across them. */
const APART = '\n'.repeat(GAP_MAX + 1);

/** Decides whether an entry matches the criteria of a search. */
export class EntryFilter {
  private readonly words?: WordSearch;
  private readonly city?: WordSearch;
  private readonly mood?: string;

  /**
   * Throws `validation_failed` for too many words.
   * @param language whose forms of words match
   */
  constructor(
    private readonly criteria: EntryFilters,
    language: Language = 'en',
  ) {
    this.words = searchOf(criteria.words, 'words', language);
    this.city = searchOf(criteria.city, 'city', 'en');
    this.mood = criteria.mood && fold(criteria.mood.trim());
  }

  /** Checks the unencrypted fields. */
  mayMatch({ inputMood: mood, location, weather }: PlainEntry): boolean {
    const { hasMood, hasWeather, weather: kind } = this.criteria;
    return (
      (hasMood === undefined || hasMood === (mood !== '')) &&
      (hasWeather === undefined || hasWeather === (weather.status === 'ready')) &&
      (this.mood === undefined || this.mood === fold(mood)) &&
      (kind === undefined || (weather.status === 'ready' && kind === weatherKindOf(weather.text))) &&
      (this.city?.isIn(location) ?? true)
    );
  }

  /** Checks the decrypted text and tags. */
  matches({ content, tags: stored }: Pick<ShownEntry, 'content' | 'tags'>): boolean {
    const { hasTags } = this.criteria;
    const tags = tagsIn(stored);
    return (
      (hasTags === undefined || hasTags === tags.length > 0) &&
      (this.words?.isIn([content, ...tags].join(APART)) ?? true)
    );
  }
}

function searchOf(query: string | undefined, field: string, language: Language): WordSearch | undefined {
  const search = WordSearch.of(query ?? '', language);
  if (search && search.size > LIMITS.findTermsMax) {
    throw new DomainError('validation_failed', {
      ...problem(JOURNAL_PROBLEMS.find_words, { max: LIMITS.findTermsMax }),
      field,
    });
  }
  return search;
}

import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { type EntryCriteria, EntryFilter } from '@inner-weather/domain/entries/entry-filter';
import type { Moods } from '@inner-weather/domain/entries/own-moods';
import { LIMITS } from '@inner-weather/domain/limits';
import { problem } from '@inner-weather/domain/problems/problem';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import type { Language } from '@inner-weather/languages/languages';
import { translatorOf } from '@inner-weather/languages/translator';

/**
 * The filter of a request. Throws `validation_failed` for too many words.
 * @param language whose forms of words, and names of moods, match
 * @param moods of the person
 */
export function entryFilterOf(criteria: EntryCriteria, language: Language, moods: Moods): EntryFilter {
  const filter = new EntryFilter(criteria, language, translatorOf(language), moods);
  for (const field of ['words', 'city'] as const)
    if (filter.termsOf(field) > LIMITS.findTermsMax) {
      throw new DomainError('validation_failed', {
        ...problem(JOURNAL_PROBLEMS.find_words, { max: LIMITS.findTermsMax }),
        field,
      });
    }
  return filter;
}

import type { Language } from '@inner-weather/languages/languages';
import type { Message } from '@inner-weather/languages/messages';
import { inNight, type Measured, type MeasureKind } from '../measures/measures.js';
import { fold } from '../text/fold.js';
import { GAP_MAX, WordSearch } from '../text/word-search.js';
import { type WeatherKind, weatherKindOf } from '../weather/skies.js';
import { type Moods, PRESET_MOODS } from './own-moods.js';

/*
 * Which entries a search finds. The journal service searches all entries with it, and the web app those that the device
 * keeps.
 */

/** What an entry must match, all of it. What is absent is not checked. */
export interface EntryCriteria {
  /** In the text, the tags, the city or the mood. */
  words?: string;
  mood?: string;
  hasMood?: boolean;
  weather?: WeatherKind;
  hasWeather?: boolean;
  /** The beginning of the city's name. */
  city?: string;
  hasTags?: boolean;
  hasPhotos?: boolean;
  /** The id of a measure that the entry has a value of, and the values that count. */
  measure?: string;
  measureBelow?: number;
  measureFrom?: number;
  /** Of that measure: half past midnight is not before eleven in the evening. */
  measureKind?: MeasureKind;
}

/** The fields that the service stores unencrypted. */
export interface PlainFields {
  inputMood: string;
  location: string;
  weather: { status: string; text: string };
  photos?: readonly string[];
}

export interface TextFields {
  content: string;
  tags: readonly string[];
  measures?: Measured;
}

/** Separates texts so that no phrase matches across them. */
const APART = '\n'.repeat(GAP_MAX + 1);

/** Decides whether an entry matches the criteria of a search. */
export class EntryFilter {
  private readonly words?: WordSearch;
  private readonly city?: WordSearch;
  private readonly mood?: string;

  /**
   * @param language whose forms of words match, after `loadWordForms`
   * @param write a translator of that language, so that moods are found by the names that the reader sees
   * @param moods of the reader, so that entries are found by each name of their mood
   */
  constructor(
    private readonly criteria: EntryCriteria,
    language: Language = 'en',
    private readonly write: (message: Message) => string = ({ message }) => message,
    private readonly moods: Moods = PRESET_MOODS,
  ) {
    this.words = WordSearch.of(criteria.words ?? '', language);
    this.city = WordSearch.of(criteria.city ?? '', 'en');
    this.mood = criteria.mood && this.comparable(criteria.mood.trim());
  }

  /** The number of words and phrases of a criterion. */
  termsOf(criterion: 'words' | 'city'): number {
    return this[criterion]?.size ?? 0;
  }

  /** Checks the unencrypted fields. */
  mayMatch({ inputMood: mood, location, weather, photos = [] }: PlainFields): boolean {
    const { hasMood, hasWeather, hasPhotos, weather: kind } = this.criteria;
    return (
      (hasMood === undefined || hasMood === (mood !== '')) &&
      (hasWeather === undefined || hasWeather === (weather.status === 'ready')) &&
      (hasPhotos === undefined || hasPhotos === photos.length > 0) &&
      (this.mood === undefined || this.mood === this.comparable(mood)) &&
      (kind === undefined || (weather.status === 'ready' && kind === weatherKindOf(weather.text))) &&
      (this.city?.isIn(location) ?? true)
    );
  }

  /** Checks the text and the tags, and looks for the words in the city and the mood, too. */
  matches({
    content,
    tags,
    location,
    inputMood,
    measures,
  }: TextFields & Omit<PlainFields, 'weather' | 'photos'>): boolean {
    const { hasTags } = this.criteria;
    if (hasTags !== undefined && hasTags !== tags.length > 0) return false;
    if (!this.isMeasured(measures)) return false;
    if (!this.words) return true;
    const texts = [content, ...tags, location, inputMood, this.moods.inWords(inputMood, this.write)];
    return this.words.isIn(texts.join(APART));
  }

  private comparable(mood: string): string {
    return fold(this.moods.nameOf(mood));
  }

  private isMeasured(measures: Measured = {}): boolean {
    const {
      measure,
      measureBelow = Infinity,
      measureFrom = -Infinity,
      measureKind = 'number',
    } = this.criteria;
    if (measure === undefined) return true;
    const value = measures[measure];
    const at = (one: number) => inNight(measureKind, one);
    return value !== undefined && at(value) < at(measureBelow) && at(value) >= at(measureFrom);
  }
}

import type { MoodUseDto, MoodUsesDto } from '@inner-weather/contracts/moods/moods.dto';
import { comparableMood } from '@inner-weather/domain/entries/moods';
import { type Moods, OWN_MOOD_LIMITS } from '@inner-weather/domain/entries/own-moods';

/** Different words that are counted. Beyond that, hardly any of them repeat. */
const WORDS_MAX = 20_000;

/** Counts the entries of each mood. Entries must be added in chronological order. */
export class MoodUses {
  private readonly known = new Map<string, number>();
  private readonly words = new Map<string, MoodUseDto>();

  /** @param moods of the person whose entries are counted */
  constructor(private readonly moods: Moods) {}

  add(inputMood: string): void {
    if (inputMood === '') return;
    const known = this.moods.find(inputMood);
    if (known) return void this.known.set(known.name, (this.known.get(known.name) ?? 0) + 1);
    const key = comparableMood(inputMood);
    const entries = (this.words.get(key)?.entries ?? 0) + 1;
    if (entries > 1 || this.words.size < WORDS_MAX) this.words.set(key, { mood: inputMood, entries });
  }

  toDto(): MoodUsesDto {
    const known = [...this.known].map(([mood, entries]) => ({ mood, entries }));
    return {
      moods: mostFirst(known),
      words: mostFirst([...this.words.values()]).slice(0, OWN_MOOD_LIMITS.wordsMax),
    };
  }
}

const mostFirst = (uses: MoodUseDto[]): MoodUseDto[] => uses.sort((a, b) => b.entries - a.entries);

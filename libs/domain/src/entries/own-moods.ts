import type { Message, Params } from '@inner-weather/languages/messages';
import { MOOD_NAMES } from './mood-names.js';
import { comparableMood, type Mood, MOOD_SCORES, MOODS } from './moods.js';

/*
 * Moods of one's own, beside the six. An entry keeps its mood as text. It has the own mood whose name, or former name, is
 * that text: so a mood in own words becomes an own one with all of its entries, and a new name changes no entry.
 */

export const OWN_MOOD_LIMITS = {
  /** own moods of one person that are not archived, and all of them */
  activeMax: 24,
  allMax: 60,
  formerNamesMax: 20,
  /** moods in other words that are counted in one answer */
  wordsMax: 24,
  /** code units of an emoji: a family has eleven */
  emojiMax: 16,
} as const;

export const FACE_COLOURS = ['apricot', 'rose', 'lagoon', 'olive', 'iris', 'clay'] as const;
export const FACE_EYES = ['dots', 'smiling', 'closed', 'frowning', 'worried'] as const;
export const FACE_MOUTHS = ['smile', 'flat', 'sad', 'open', 'wave'] as const;
/** How bright a day like that is, the heaviest first. */
export const MOOD_STEPS = [-2, -1, 0, 1, 2] as const;

export type FaceColour = (typeof FACE_COLOURS)[number];
export type MoodStep = (typeof MOOD_STEPS)[number];

export interface OwnFace {
  colour: FaceColour;
  eyes: (typeof FACE_EYES)[number];
  mouth: (typeof FACE_MOUTHS)[number];
  /** Stands for eyes and mouth. Empty: none. */
  emoji: string;
}

export interface OwnMood extends OwnFace {
  _id: string;
  name: string;
  /** Names under which entries still have this mood. */
  formerNames: string[];
  /** Its step in charts. Null: it is counted, but left out of averages. */
  score: MoodStep | null;
  /** Not offered any more; its entries have it still. */
  archived: boolean;
}

/** What one person has changed about moods. */
export interface MoodList {
  /** In the order of the picker, after the six. */
  moods: readonly OwnMood[];
  /** Those of the six that the picker does not offer. */
  hidden: readonly Mood[];
}

export const NO_OWN_MOODS: MoodList = { moods: [], hidden: [] };

/** What the mood of an entry is for its writer. */
export interface KnownMood {
  /** One of the six in English, or the present name of an own mood. */
  name: string;
  /** -2 to 2; null: left out of averages. */
  score: number | null;
  /** Absent: it is one of the six. */
  own?: OwnMood;
}

/** The six, and after them one person's own moods. Says what the mood of an entry is. */
export class Moods {
  /** All of them, in the order of the picker. */
  readonly all: readonly KnownMood[];
  /** By the text of an entry, and by comparable text. The six are stored as they are named. */
  private readonly presets: ReadonlyMap<string, KnownMood>;
  private readonly own: ReadonlyMap<string, KnownMood>;
  private readonly hidden: ReadonlySet<string>;

  constructor({ moods, hidden }: MoodList = NO_OWN_MOODS) {
    const presets = MOODS.map((name): KnownMood => ({ name, score: MOOD_SCORES[name] }));
    const own = moods.map((mood) => ({ name: mood.name, score: mood.score, own: mood }));
    this.all = [...presets, ...own];
    this.presets = new Map(presets.map((mood) => [mood.name, mood]));
    this.own = new Map<string, KnownMood>([
      ...own.flatMap((mood) => mood.own.formerNames.map((name) => [comparableMood(name), mood] as const)),
      ...own.map((mood) => [comparableMood(mood.name), mood] as const),
    ]);
    this.hidden = new Set(hidden);
  }

  /** Undefined for words that are no mood of this person, and for ''. */
  find(inputMood: string): KnownMood | undefined {
    return (
      this.presets.get(inputMood) ?? (this.own.size > 0 ? this.own.get(comparableMood(inputMood)) : undefined)
    );
  }

  /** -2 to 2; undefined if averages leave it out. */
  scoreOf(inputMood: string): number | undefined {
    return this.find(inputMood)?.score ?? undefined;
  }

  /** The name of a mood by which charts count it; the text itself for other words. */
  nameOf(inputMood: string): string {
    return this.find(inputMood)?.name ?? inputMood;
  }

  /** A mood in the language of `write`. Own moods and other words stay as they are. */
  inWords(inputMood: string, write: (message: Message, params?: Params) => string): string {
    const name = this.nameOf(inputMood);
    return this.presets.has(name) ? write(MOOD_NAMES[name as Mood]) : name;
  }

  /** What the picker offers, in its order. @param chosen stays in sight, though it may be hidden or archived */
  offered(chosen = ''): KnownMood[] {
    const kept = this.find(chosen);
    return this.all.filter(
      (mood) => mood === kept || !(mood.own ? mood.own.archived : this.hidden.has(mood.name)),
    );
  }
}

/** The six only. */
export const PRESET_MOODS = new Moods();

/** Whether a text is one emoji, however many code points it is made of. */
export const isEmoji = (text: string): boolean =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text) &&
  [...new Intl.Segmenter().segment(text)].length === 1;

/** The names of a mood, in comparable form. */
export const comparableNamesOf = ({ name, formerNames }: Pick<OwnMood, 'name' | 'formerNames'>): string[] =>
  [name, ...formerNames].map(comparableMood);

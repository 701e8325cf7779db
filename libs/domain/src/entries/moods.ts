/**
 * The moods of the picker, in display order, each with its value in charts, from -2 to 2. The scale is our own. It
 * orders moods and is not a psychological measure. An entry may also have a custom mood.
 */
export const MOOD_SCORES = {
  'Very Happy': 2,
  Happy: 1,
  Neutral: 0,
  Sad: -2,
  Angry: -2,
  Tired: -1,
} as const;

export type Mood = keyof typeof MOOD_SCORES;

export const MOODS = Object.keys(MOOD_SCORES) as readonly Mood[];

/** Normalizes a mood: returns one of the six if it matches regardless of case and blanks, else the trimmed text. */
export function moodOf(words: string): string {
  if (Object.hasOwn(MOOD_SCORES, words)) return words;
  const name = comparableMood(words);
  return MOODS.find((mood) => comparableMood(mood) === name) ?? words.trim();
}

/** The form in which two spellings of a mood are equal. */
export const comparableMood = (words: string): string =>
  words
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

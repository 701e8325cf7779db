import type { Mood } from '@inner-weather/domain/entries/moods';
import type { FaceColour } from '@inner-weather/domain/entries/own-moods';
import type { components } from '../lib/api/api-types.gen';
import { moodsStore } from '../lib/entry/moods';

type WrittenDay = Pick<components['schemas']['WrittenDayDto'], 'moods' | 'otherMoods' | 'entries'>;

/** The colours of app/tokens.css. */
export const MOOD_COLOURS: Record<Mood, string> = {
  'Very Happy': 'var(--mood-very-happy)',
  Happy: 'var(--mood-happy)',
  Neutral: 'var(--mood-neutral)',
  Sad: 'var(--mood-sad)',
  Angry: 'var(--mood-angry)',
  Tired: 'var(--mood-tired)',
};

const OTHER = 'var(--line-strong)';

/** A layer that is not repeated. */
const ONCE = 'no-repeat';

/** Stripes in four directions, in degrees. Moods of one colour have different ones. */
const DIRECTIONS = [45, 135, 0, 90];

/** How a mood is drawn where no face is beside it. */
interface Paint {
  colour: string;
  /** A CSS image over the colour, so that no two moods are told apart by colour alone. The six have none. */
  pattern?: string;
}

export function paintOf(mood: string): Paint {
  if (Object.hasOwn(MOOD_COLOURS, mood)) return { colour: MOOD_COLOURS[mood as Mood] };
  const { all } = moodsStore.get();
  const own = moodsStore.get().find(mood)?.own;
  if (!own) return { colour: OTHER };
  const ofColour = all.filter((one) => one.own?.colour === own.colour);
  const place = ofColour.findIndex((one) => one.own === own);
  return { colour: colourOfFace(own.colour), pattern: stripes(DIRECTIONS[place % DIRECTIONS.length] ?? 0) };
}

const colourOfFace = (colour: FaceColour): string => `var(--face-${colour})`;

const stripes = (degrees: number): string =>
  `repeating-linear-gradient(${degrees}deg, var(--stripe) 0 1.5px, transparent 1.5px 4px)`;

/** A mood as a CSS background. */
export function backgroundOf(mood: string): string {
  const { colour, pattern } = paintOf(mood);
  return pattern ? `${pattern}, ${colour}` : colour;
}

/** A day as a CSS background. It is split between the day's moods in proportion to their entries. */
export function colourOf({ moods, otherMoods, entries }: WrittenDay): string {
  const parts = moods.map(({ mood, entries: count }) => ({ ...paintOf(mood), count }));
  if (otherMoods > 0) parts.push({ colour: OTHER, count: otherMoods });
  const [first] = parts;
  if (first && parts.length === 1) return backgroundOf(moods[0]?.mood ?? '');
  if (!first) return OTHER;
  let done = 0;
  const patterns: string[] = [];
  const stops = parts.map(({ colour, pattern, count }) => {
    const start = (100 * done) / entries;
    done += count;
    const height = (100 * count) / entries;
    // A position of 100 % is where the layer ends with the day.
    if (pattern) patterns.push(`${pattern} 0 ${(100 * start) / (100 - height)}% / 100% ${height}% ${ONCE}`);
    return `${colour} ${start}% ${(100 * done) / entries}%`;
  });
  return [...patterns, `linear-gradient(to bottom, ${stops.join(', ')})`].join(', ');
}

/** The mood that most entries of a day have; in a tie, the first one in the picker. '' for a custom mood. */
export function faceOf({ moods, otherMoods }: WrittenDay): string {
  const most = moods.reduce<WrittenDay['moods'][number] | undefined>(
    (best, mood) => (best && best.entries >= mood.entries ? best : mood),
    undefined,
  );
  return most && most.entries >= otherMoods ? most.mood : '';
}

/** The colour of a mean mood, by its side of an even day. */
export function colourOfMean(mean: number): string {
  if (mean >= 1.5) return MOOD_COLOURS['Very Happy'];
  if (mean >= 0.25) return MOOD_COLOURS.Happy;
  return mean > -0.25 ? MOOD_COLOURS.Neutral : MOOD_COLOURS.Sad;
}

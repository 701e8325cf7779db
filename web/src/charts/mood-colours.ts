import type { Mood } from '@inner-weather/domain/entries/moods';
import type { components } from '../lib/api/api-types.gen';

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

/** A day's colour, as a CSS background. It is split between the day's moods in proportion to their entries. */
export function colourOf({ moods, otherMoods, entries }: WrittenDay): string {
  const parts = moods.map(({ mood, entries: count }) => ({ colour: MOOD_COLOURS[mood], count }));
  if (otherMoods > 0) parts.push({ colour: OTHER, count: otherMoods });
  const [first] = parts;
  if (parts.length < 2) return first?.colour ?? OTHER;
  let done = 0;
  const stops = parts.map(({ colour, count }) => {
    const start = (100 * done) / entries;
    done += count;
    return `${colour} ${start}% ${(100 * done) / entries}%`;
  });
  return `linear-gradient(to bottom, ${stops.join(', ')})`;
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

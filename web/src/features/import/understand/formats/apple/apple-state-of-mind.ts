import type { MoodStep } from '@inner-weather/domain/entries/own-moods';
import { moodsIn, text } from '../../files/reading';
import { type Level, moodOfLevel, moodOfName, moodsOf } from '../../values/scale';
import { stepOfName } from '../../values/steps';
import type { Understood } from '../../understood';
import type { Item } from './apple-journal-page';

/** How pleasant a moment was, in the app's first language. Other languages have words of their own for it. */
const PLEASANT = new Map<string, Level>([
  ['very pleasant', 1],
  ['pleasant', 2],
  ['slightly pleasant', 2],
  ['slightly unpleasant', 4],
  ['unpleasant', 4],
  ['very unpleasant', 5],
]);

function meaningOf(name: string): string {
  const level = PLEASANT.get(name.toLowerCase());
  return level === undefined ? moodOfName(name) : moodOfLevel(level);
}

/** The moods of Apple's Journal, which are words for feelings in the language of the phone. */
export class StatesOfMind {
  /** The steps of each mood whose name says none, in all entries. */
  readonly #steps = new Map<string, number[]>();

  /**
   * The words for a state of mind, of which the first is the mood, and for what it has to do with.
   * @param about what the JSON beside it says
   */
  labelsOf({ texts, colour }: Item, about: Record<string, unknown>): string[] {
    const isWhole = text(about.labels) !== '';
    const parts = isWhole ? [text(about.labels), text(about.associations)] : texts;
    const [first = '', ...others] = parts.flatMap((part) => {
      const labels = part.split(/[,،、]/).map((label) => label.trim());
      // On a page that has no room for all of them, the last one is a number: "and 2 more".
      const isCount = !isWhole && labels.length > 1 && /\p{N}/u.test(labels.at(-1) ?? '');
      return (isCount ? labels.slice(0, -1) : labels).filter((label) => label !== '');
    });
    if (first === '') return [];
    if (colour && !PLEASANT.has(first.toLowerCase()) && stepOfName(first) === undefined)
      this.#steps.set(first, [...(this.#steps.get(first) ?? []), stepOfColour(colour)]);
    return [first, ...others];
  }

  /** What the moods of the entries mean, and how bright they are. */
  finish(understood: Understood): Pick<Understood, 'moods' | 'steps'> {
    const steps = [...this.#steps].map(([name, all]): [string, MoodStep] => {
      const average = all.reduce((sum, step) => sum + step, 0) / all.length;
      return [name, (Math.round(average) || 0) as MoodStep];
    });
    return { moods: moodsOf(moodsIn(understood), meaningOf), steps: Object.fromEntries(steps) };
  }
}

/** Warm colours are pleasant, cold ones are not, and the one in the middle is gray. */
function stepOfColour(colour: string): MoodStep {
  const warmth = parseInt(colour.slice(1, 3), 16) - parseInt(colour.slice(5, 7), 16);
  return Math.abs(warmth) < 12 ? 0 : (Math.sign(warmth) as MoodStep);
}

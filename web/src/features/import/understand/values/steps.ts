import { comparableMood, MOOD_SCORES, moodOf, type Mood } from '@inner-weather/domain/entries/moods';
import type { MoodStep } from '@inner-weather/domain/entries/own-moods';
import { levelOfName, stepOfLevel } from './scale';

/**
 * Feelings of apps that have them in four quadrants, as How We Feel does, and the labels of Apple's State of Mind, by
 * whether they are pleasant. How much energy they have is no step of a mood.
 */
const FEELINGS: [MoodStep, string][] = [
  [
    1,
    `amazed, amused, at ease, balanced, blessed, blissful, brave, calm, carefree, cheerful, chill, comfortable, compassionate,
    confident, connected, content, cozy, curious, eager, easygoing, ecstatic, elated, empowered, energized, engaged, enthusiastic,
    excited, exhilarated, exuberant, festive, focused, fulfilled, grateful, hopeful, inspired, joyful, lively, loved, loving,
    mellow, moved, motivated, optimistic, passionate, peaceful, playful, pleasant, pleased, productive, proud, refreshed,
    relaxed, relieved, respected, restful, safe, satisfied, secure, serene, supported, thankful, thoughtful, thrilled, touched,
    tranquil, understood, upbeat, valued, wishful`,
  ],
  [0, 'indifferent, neutral, surprised, meh, numb'],
  [
    -1,
    `afraid, alienated, annoyed, anxious, apathetic, apprehensive, ashamed, bored, burned out, concerned, confused, depressed,
    despairing, despondent, disappointed, disconnected, discouraged, disgusted, disheartened, down, drained, embarrassed,
    enraged, envious, excluded, exhausted, fatigued, fearful, fed up, forlorn, frightened, frustrated, fuming, furious, glum,
    guilty, helpless, hopeless, humiliated, impatient, insecure, irritated, jealous, jittery, jumpy, lonely, lost, miserable,
    morose, nervous, nostalgic, overwhelmed, panicked, peeved, pessimistic, pressured, repulsed, restless, scared, shocked,
    spent, stressed, stunned, sullen, tense, terrified, trapped, troubled, uneasy, unworthy, vulnerable, worried`,
  ],
];

const STEPS = new Map(
  FEELINGS.flatMap(([step, names]) =>
    names.split(',').map((name): [string, MoodStep] => [comparableMood(name), step]),
  ),
);

/** How bright a mood of another app is, by its name; undefined for words that no app has on a scale. */
export function stepOfName(name: string): MoodStep | undefined {
  const level = levelOfName(name);
  if (level !== undefined) return stepOfLevel(level);
  const preset = moodOf(name);
  return Object.hasOwn(MOOD_SCORES, preset) ? MOOD_SCORES[preset as Mood] : STEPS.get(comparableMood(name));
}

import { t } from '@lingui/core/macro';
import { MOOD_SCORES, MOODS } from '@inner-weather/domain/entries/moods';
import {
  type FaceColour,
  MOOD_STEPS,
  type MoodStep,
  type OwnFace,
} from '@inner-weather/domain/entries/own-moods';

/** The first of the six that has the step, so that its face shows what is meant. */
const likeOf = (step: MoodStep): string => MOODS.find((mood) => MOOD_SCORES[mood] === step) ?? '';

/** The steps of the scale, the heaviest first. */
export const steps = (): { value: MoodStep; label: string; like: string }[] => {
  const words: Record<MoodStep, string> = {
    '-2': t({ message: 'Heaviest', context: 'day' }),
    '-1': t({ message: 'Heavy', context: 'day' }),
    0: t({ message: 'Even', context: 'day' }),
    1: t({ message: 'Bright', context: 'day' }),
    2: t({ message: 'Brightest', context: 'day' }),
  };
  return MOOD_STEPS.map((value) => ({ value, label: words[value], like: likeOf(value) }));
};

export function stepInWords(score: MoodStep | null): string {
  switch (score) {
    case -2:
      return t`A very heavy day`;
    case -1:
      return t`A heavy day`;
    case 0:
      return t`An even day`;
    case 1:
      return t`A bright day`;
    case 2:
      return t`A very bright day`;
    case null:
      return t`Left out of the averages`;
  }
}

export const colourInWords = (colour: FaceColour): string =>
  ({
    apricot: t({ message: 'Apricot', context: 'colour' }),
    rose: t({ message: 'Rose', context: 'colour' }),
    lagoon: t({ message: 'Lagoon', context: 'colour' }),
    olive: t({ message: 'Olive', context: 'colour' }),
    iris: t({ message: 'Iris', context: 'colour' }),
    clay: t({ message: 'Clay', context: 'colour' }),
  })[colour];

export const eyesInWords = (eyes: OwnFace['eyes']): string =>
  ({
    dots: t({ message: 'Open', context: 'eyes' }),
    smiling: t({ message: 'Smiling', context: 'eyes' }),
    closed: t({ message: 'Closed', context: 'eyes' }),
    frowning: t({ message: 'Frowning', context: 'eyes' }),
    worried: t({ message: 'Worried', context: 'eyes' }),
  })[eyes];

export const mouthInWords = (mouth: OwnFace['mouth']): string =>
  ({
    smile: t({ message: 'Smiling', context: 'mouth' }),
    flat: t({ message: 'Straight', context: 'mouth' }),
    sad: t({ message: 'Turned down', context: 'mouth' }),
    open: t({ message: 'Open', context: 'mouth' }),
    wave: t({ message: 'Wavy', context: 'mouth' }),
  })[mouth];

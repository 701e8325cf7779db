import { MOOD_SCORES } from '../../libs/domain/dist/entries/moods.js';
import { chance } from './chance.mjs';

/*
 * What the user of the demo measures beside the mood. Short nights and heavy days come together, and energy follows the
 * night. Coffee is drawn at random, so that nothing is to be said about it.
 */

/** @typedef {import('@inner-weather/contracts/measures/measures.dto').MeasureFields} MeasureFields */
/** @typedef {'Sleep' | 'Energy' | 'Coffee'} Name */

const fields = /** @type {const} */ ({ unit: '', daySum: 'last', askedOn: 'always', archived: false });

/** @type {readonly (MeasureFields & {name: Name})[]} */
export const MEASURES = [
  { ...fields, name: 'Sleep', kind: 'duration', picture: 'moon' },
  { ...fields, name: 'Energy', kind: 'scale-5', picture: '⚡' },
  { ...fields, name: 'Coffee', kind: 'number', unit: 'cups', picture: '☕', daySum: 'sum' },
];

export const NAMES = MEASURES.map(({ name }) => name);

/** Minutes of a night before a neutral day, how many more a step of the mood goes with, and by how much nights vary. */
const NIGHT = { mean: 425, step: 24, spread: 160 };
const CUPS_MAX = 4;

/**
 * The values of a day, which follow from its mood, the seed and its date alone.
 * @param {string} day YYYY-MM-DD @param {import('@inner-weather/domain/entries/moods').Mood} mood @param {string} seed
 * @returns {Record<Name, number>}
 */
export function valuesOf(day, mood, seed) {
  const dice = (/** @type {string} */ what) =>
    (chance(seed, what, day, 1) + chance(seed, what, day, 2)) / 2 - 0.5;
  const sleep =
    5 * Math.round((NIGHT.mean + NIGHT.step * MOOD_SCORES[mood] + NIGHT.spread * dice('night')) / 5);
  const energy = Math.round(3 + (sleep - NIGHT.mean) / 60 + 2.4 * dice('energy'));
  return {
    Sleep: sleep,
    Energy: Math.min(5, Math.max(1, energy)),
    Coffee: Math.floor(chance(seed, 'coffee', day) * (CUPS_MAX + 1)),
  };
}

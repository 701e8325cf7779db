import { comparableMood, moodOf, MOODS } from '@inner-weather/domain/entries/moods';
import {
  comparableNamesOf,
  FACE_COLOURS,
  type MoodList,
  Moods,
  type MoodStep,
  OWN_MOOD_LIMITS,
  type OwnFace,
  type OwnMood,
} from '@inner-weather/domain/entries/own-moods';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { LIMITS } from '@inner-weather/domain/limits';
import { lengthOf } from '@inner-weather/domain/text/length';
import { api, expectData } from '../../../lib/api/api-client';
import { stepOfName } from '../understand/values/steps';

const EYES: Record<MoodStep, OwnFace['eyes']> = {
  '-2': 'frowning',
  '-1': 'worried',
  0: 'dots',
  1: 'dots',
  2: 'smiling',
};
const MOUTHS: Record<MoodStep, OwnFace['mouth']> = {
  '-2': 'sad',
  '-1': 'sad',
  0: 'flat',
  1: 'smile',
  2: 'smile',
};

/** What becomes of moods of a file. */
export interface MoodsToMake {
  /** Of an export of this app. */
  list?: MoodList;
  /** Words that become moods, the most frequent first. */
  names: readonly string[];
  /** Their steps, where the file has them. */
  steps: Readonly<Record<string, MoodStep>>;
}

/**
 * Makes the moods of a file that are not here yet, as many as there is room for; the rest stay words. Those that are here
 * stay as they are, and so does what is hidden.
 */
export async function makeMoods({ list, names, steps }: MoodsToMake): Promise<void> {
  if (!list && names.length === 0) return;
  const here = expectData(await api.GET('/api/moods'));
  const taken = new Set(here.moods.flatMap((mood) => [mood._id, ...comparableNamesOf(mood)]));
  const isFree = (mood: OwnMood) =>
    [mood._id, ...comparableNamesOf(mood)].every((one) => !taken.has(one)) && !isPreset(mood.name);
  let room = OWN_MOOD_LIMITS.activeMax - here.moods.filter(({ archived }) => !archived).length;
  const wanted = [...(list?.moods ?? []), ...names.map((name, place) => moodFor(name, steps, place))];
  for (const mood of wanted) {
    if (!isFree(mood) || (!mood.archived && room === 0)) continue;
    const { _id, ...body } = mood;
    const answer = await api.PUT('/api/moods/{id}', { params: { path: { id: _id } }, body });
    // Such as the name of one of the six in another language. It stays a word.
    if (answer.response.status === 400) continue;
    expectData(answer);
    for (const one of [_id, ...comparableNamesOf(mood)]) taken.add(one);
    if (!mood.archived) room -= 1;
  }
  if (list && list.hidden.length > 0 && here.hidden.length === 0)
    expectData(await api.PUT('/api/moods', { body: { hidden: [...list.hidden] } }));
}

/** The words of a file that could become moods: neither one of the six nor an own mood already. */
export const couldBeMoods = (names: readonly string[], moods: Moods): string[] =>
  names.filter((name) => lengthOf(name) <= LIMITS.moodMax && !isPreset(name) && !moods.find(name));

const isPreset = (name: string): boolean =>
  MOODS.some((mood) => comparableMood(mood) === comparableMood(moodOf(name)));

/** A mood with the face of its step. Words that have none are left out of averages. */
function moodFor(name: string, steps: MoodsToMake['steps'], place: number): OwnMood {
  const score = (Object.hasOwn(steps, name) ? steps[name] : stepOfName(name)) ?? null;
  return {
    _id: newUuid7(),
    name: name.trim(),
    formerNames: [],
    colour: FACE_COLOURS[place % FACE_COLOURS.length] ?? 'apricot',
    eyes: EYES[score ?? 0],
    mouth: score === null ? 'wave' : MOUTHS[score],
    emoji: '',
    score,
    archived: false,
  };
}

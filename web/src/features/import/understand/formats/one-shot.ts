import { listIn } from '../files/json-list';
import {
  addNotTaken,
  emptyUnderstood,
  isRecord,
  moment,
  moodsIn,
  number,
  text,
  uniqueIds,
} from '../files/reading';
import { moodsOf } from '../values/scale';
import type { Bundle, Format } from '../format';

/** The moods of OneShot, and ours. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['VERY_HAPPY', 'Very Happy'],
  ['HAPPY', 'Happy'],
  ['NEUTRAL', 'Neutral'],
  ['SAD', 'Sad'],
  ['VERY_SAD', 'Sad'],
]);

const entriesIn = (bundle: Bundle) => listIn(bundle, ['created', 'happiness', 'textContent']);

/** The JSON of OneShot. */
export const oneShot: Format = {
  reads: 'one',

  async recognises(bundle) {
    return (await entriesIn(bundle)) !== undefined;
  },

  async read(bundle) {
    const { items = [] } = (await entriesIn(bundle)) ?? {};
    const understood = emptyUnderstood('OneShot');
    const idOf = uniqueIds();
    items.forEach((item, index) => {
      const at = { number: index + 1 };
      if (!isRecord(item)) {
        understood.refused.push({ at, reason: 'not-an-entry' });
        return;
      }
      const seconds = number(item.created);
      const created = seconds === undefined ? undefined : moment(seconds * 1_000);
      if (created === undefined) {
        understood.refused.push({ at, reason: 'no-date' });
        return;
      }
      const hasPhoto = text(item.relativePath) !== '';
      addNotTaken(understood, 'photos', hasPhoto ? 1 : 0);
      const mood = text(item.happiness).trim();
      understood.entries.push({
        id: idOf(`oneshot:${created}`),
        at,
        when: { moment: created },
        words: text(item.textContent),
        ...(hasPhoto && { instead: 'photo' as const }),
        ...(mood !== '' && { mood }),
        tags: [],
      });
    });
    return { ...understood, moods: moodsOf(moodsIn(understood), (mood) => MEANINGS.get(mood) ?? mood) };
  },
};

import { dayOf } from '../dates/days';
import { listIn } from '../files/json-list';
import {
  addNotTaken,
  detailOf,
  emptyUnderstood,
  isRecord,
  list,
  moodsIn,
  text,
  textOrNumber,
  uniqueIds,
} from '../files/reading';
import { keptMarkdown } from '../texts/kept-markdown';
import { moodOfLevel, moodsOf } from '../scale';
import type { Bundle, Format, Reason, When } from '../understood';
import { isLocalTime } from '../dates/when';

const entriesIn = (bundle: Bundle) => listIn(bundle, ['timeCreated', 'text']);

/** The JSON of Daily You, alone or in its ZIP. Moods are from -2, the worst, to 2. */
export const dailyYou: Format = {
  async recognises(bundle) {
    return (await entriesIn(bundle)) !== undefined;
  },

  async read(bundle) {
    const { items = [] } = (await entriesIn(bundle)) ?? {};
    const understood = emptyUnderstood('Daily You');
    const idOf = uniqueIds();
    items.forEach((item, index) => {
      const at = { number: index + 1 };
      if (!isRecord(item)) {
        understood.refused.push({ at, reason: 'not-an-entry' });
        return;
      }
      const when = whenOf(text(item.timeCreated));
      if ('reason' in when) {
        understood.refused.push({ at, ...when });
        return;
      }
      const images = list(item.images).length || (text(item.imgPath) === '' ? 0 : 1);
      addNotTaken(understood, 'photos', images);
      const mood = textOrNumber(item.mood);
      const modified = dayOf(text(item.timeModified));
      understood.entries.push({
        id: idOf(`dailyyou:${text(item.timeCreated)}`),
        at,
        when,
        words: keptMarkdown(text(item.text)),
        ...(images > 0 && { instead: 'photo' as const }),
        ...(mood !== '' && { mood }),
        tags: [],
        ...(modified && 'moment' in modified && { updatedAt: modified.moment }),
      });
    });
    return { ...understood, moods: moodsOf(moodsIn(understood), meaningOf) };
  },
};

const meaningOf = (mood: string): string => (/^-?[012]$/.test(mood) ? moodOfLevel(3 - Number(mood)) : mood);

/** Most times have no zone, and the ones in UTC do not say where the person was. */
function whenOf(written: string): When | { reason: Reason; detail?: string } {
  if (written === '') return { reason: 'no-date' };
  const day = dayOf(written);
  if (day && 'moment' in day) return day;
  if (!day || !('day' in day)) return { reason: 'unreadable', detail: detailOf(written) };
  const local = `${day.day}T${day.time ?? '12:00'}`;
  if (!isLocalTime(local)) return { reason: 'no-such-date', detail: detailOf(written) };
  return { local, ...(day.time === undefined && { isDayOnly: true as const }) };
}

import { dayOf } from '../dates/days';
import { listIn } from '../files/json-list';
import {
  detailOf,
  emptyUnderstood,
  isRecord,
  list,
  moodsIn,
  number,
  record,
  text,
  textOrNumber,
  uniqueIds,
} from '../files/reading';
import { PhotoFinder } from '../photos';
import { keptMarkdown } from '../texts/kept-markdown';
import { moodOfLevel, moodsOf } from '../values/scale';
import type { Bundle, Format } from '../format';
import type { Reason, When } from '../understood';
import { isLocalTime } from '../dates/when';

const entriesIn = (bundle: Bundle) => listIn(bundle, ['timeCreated', 'text']);

/** The JSON of Daily You, alone or in its ZIP. Moods are from -2, the worst, to 2. */
export const dailyYou: Format = {
  reads: 'one',

  async recognises(bundle) {
    return (await entriesIn(bundle)) !== undefined;
  },

  async read(bundle) {
    const { items = [] } = (await entriesIn(bundle)) ?? {};
    const understood = emptyUnderstood('Daily You');
    const finder = new PhotoFinder(understood, bundle);
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
      const photos = finder.ofEntry(at);
      const paths = imagesOf(item);
      for (const path of paths) photos.take(path);
      const mood = textOrNumber(item.mood);
      const modified = dayOf(text(item.timeModified));
      understood.entries.push({
        id: idOf(`dailyyou:${text(item.timeCreated)}`),
        at,
        when,
        words: keptMarkdown(text(item.text)),
        ...(paths.length > 0 && { instead: 'photo' as const }),
        ...photos.found,
        ...(mood !== '' && { mood }),
        tags: [],
        ...(modified && 'moment' in modified && { updatedAt: modified.moment }),
      });
    });
    return { ...understood, moods: moodsOf(moodsIn(understood), meaningOf) };
  },
};

/** Names of files in the folder `Images`, in their order. Earlier versions had one at most. */
function imagesOf({ images, imgPath }: Record<string, unknown>): string[] {
  const ranked = list(images)
    .map((image) => (typeof image === 'string' ? { imgPath: image } : record(image)))
    .toSorted((a, b) => (number(a.imgRank) ?? 0) - (number(b.imgRank) ?? 0));
  return [...ranked.map((image) => text(image.imgPath)), text(imgPath)].filter((path) => path !== '');
}

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

import { listIn } from '../files/json-list';
import {
  detailOf,
  emptyUnderstood,
  isRecord,
  list,
  moodsIn,
  number,
  text,
  uniqueIds,
} from '../files/reading';
import { texts } from '../texts/texts';
import { moodOfLevel, moodsOf } from '../values/scale';
import type { Bundle, Format } from '../format';
import { dayOnly } from '../dates/when';

const pixelsIn = (bundle: Bundle) => listIn(bundle, ['type', 'date', 'scores']);

/** The JSON of Pixels: a mood per day, from 1, the worst, to 5. */
export const pixels: Format = {
  reads: 'one',

  async recognises(bundle) {
    return (await pixelsIn(bundle)) !== undefined;
  },

  async read(bundle) {
    const { items = [] } = (await pixelsIn(bundle)) ?? {};
    const understood = emptyUnderstood('Pixels');
    const idOf = uniqueIds();
    items.forEach((item, index) => {
      const at = { number: index + 1 };
      if (!isRecord(item) || item.type !== 'Mood') {
        const type = isRecord(item) ? text(item.type) : '';
        understood.refused.push({
          at,
          reason: 'not-an-entry',
          ...(type !== '' && { detail: detailOf(type) }),
        });
        return;
      }
      const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text(item.date).trim()) ?? [];
      if (year === undefined || month === undefined || day === undefined) {
        understood.refused.push({ at, reason: 'no-date', detail: detailOf(text(item.date)) });
        return;
      }
      const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
      const scores = list(item.scores).flatMap((score) => number(score) ?? []);
      if (scores.length > 1)
        understood.remarks.push({ at, remark: 'scores-averaged', detail: detailOf(scores.join(', ')) });
      understood.entries.push({
        id: idOf(`pixels:${date}`),
        at,
        when: dayOnly(date),
        words: text(item.notes),
        ...(scores.length > 0 && { mood: String(averageOf(scores)) }),
        tags: list(item.tags).flatMap(tagsOf),
      });
    });
    return { ...understood, moods: moodsOf(moodsIn(understood), (score) => moodOfLevel(6 - Number(score))) };
  },
};

/** The nearest score, from 1 to 5. */
function averageOf(scores: number[]): number {
  const sum = scores.reduce((total, score) => total + Math.min(5, Math.max(1, score)), 0);
  return Math.round(sum / scores.length);
}

/** The tags of a group, or a tag. */
const tagsOf = (tag: unknown): string[] =>
  isRecord(tag) ? texts(tag.entries) : typeof tag === 'string' ? [tag] : [];

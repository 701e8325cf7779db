import { type Collection, Double, type Document, Int32, MongoServerError, ObjectId } from 'mongodb';
import { randomNumbers } from '@inner-weather/testing/random';
import type { Embedded } from '../../support/embedded.js';

const OWNERS = ['Ada', 'Bea', 'Cleo'];
type Span = Partial<Record<'$gte' | '$gt' | '$lte' | '$lt', Date>>;

/** What else a field may hold: lists, which are found by each of their values, and what the index leaves out. */
const OTHERS = [['Ada', 'Bea'], ['Ada', 'Ada'], [], null, 7, new Date(0)];
const STEPS = 400;
const EPOCH = new Date(0);
/** Days, as text. */
type DaySpan = Partial<Record<'$gte' | '$gt' | '$lte' | '$lt', string>>;
const DAY_SPANS: DaySpan[] = [
  { $gte: dayOfStep(STEPS / 4), $lte: dayOfStep(STEPS / 2) },
  { $gt: dayOfStep(STEPS / 4), $lt: dayOfStep(STEPS / 2) },
  { $lte: dayOfStep(STEPS / 3) },
  { $gte: dayOfStep(STEPS), $lte: dayOfStep(0) },
];
const SPANS: Span[] = [
  { $gte: new Date(STEPS / 4), $lt: new Date(STEPS / 2) },
  { $gt: new Date(STEPS / 4), $lte: new Date(STEPS / 2) },
  { $lte: new Date(STEPS / 3) },
  { $gte: new Date(STEPS), $lt: new Date(0) },
];

export const embeddedDatabase = (embedded: Embedded) =>
  describe('the embedded database', () => {
    let entries: Collection;
    const connect = () => (entries = embedded.diary.collection('entries'));

    beforeAll(async () => {
      connect();
      await entries.createIndex({ owner: 1, at: -1, _id: -1 });
      await entries.createIndex({ owner: 1, day: -1, at: -1, _id: -1 });
      await entries.createIndex({ due: 1 }, { sparse: true });
    });

    const textsOf = (found: Document[]) =>
      found.map(({ _id, owner }) => `${_id} ${JSON.stringify(owner)}`).sort();

    /** The results with the indexes, and those of a full scan. */
    const compare = async () => {
      const all = await entries.find().toArray();
      for (const owner of OWNERS) {
        const wanted = all.filter((one) => [one.owner].flat().includes(owner));
        expect(textsOf(await entries.find({ owner }).toArray())).toEqual(textsOf(wanted));
        expect(await entries.countDocuments({ owner })).toBe(wanted.length);
        const byTime = wanted.sort((a, b) => a.at - b.at || (String(a._id) < String(b._id) ? -1 : 1));
        const oldest = await entries
          .find({ owner }, { sort: { at: 1, _id: 1 }, skip: 2, limit: 5 })
          .toArray();
        expect(oldest).toEqual(byTime.slice(2, 7));
        const newest = await entries.find({ owner }, { sort: { at: -1, _id: -1 }, limit: 9 }).toArray();
        expect(newest).toEqual(byTime.slice(-9).reverse());
        const byDay = wanted
          .flatMap((one) =>
            typeof one.day === 'string' ? [{ ...one, day: one.day, at: Number(one.at) }] : [],
          )
          .sort(
            (a, b) => compareTexts(a.day, b.day) || a.at - b.at || compareTexts(String(a._id), String(b._id)),
          );
        for (const day of DAY_SPANS) {
          const within = byDay.filter((one) => isDayWithin(one.day, day));
          expect(await entries.countDocuments({ owner, day })).toBe(within.length);
          const sort = { day: -1, at: -1, _id: -1 } as const;
          const last = await entries.find({ owner, day }, { sort, limit: 5 }).toArray();
          expect(textsInOrder(last)).toEqual(textsInOrder(within.slice(-5).reverse()));
          const counted = entries.aggregate([{ $match: { owner, day } }, { $sort: { day: 1, at: 1 } }]);
          expect((await counted.toArray()).map((one) => [String(one.day), Number(one.at)])).toEqual(
            within.map(({ day: found, at }) => [found, at]),
          );
        }
        for (const at of SPANS) {
          const within = byTime.filter((one) => isWithin(one.at, at));
          expect(textsOf(await entries.find({ owner, at }).toArray())).toEqual(textsOf(within));
          const last = await entries.find({ owner, at }, { sort: { at: -1 }, limit: 5 }).toArray();
          expect(last.map((one) => Number(one.at))).toEqual(
            within
              .slice(-5)
              .reverse()
              .map((one) => Number(one.at)),
          );
        }
      }
      for (const $in of [OWNERS, ['Ada', 'Cleo'], ['Bea'], [], ['Ada', null]]) {
        const wanted = all.filter((one) =>
          [one.owner ?? null].flat().some((owner) => ($in as unknown[]).includes(owner)),
        );
        expect(textsOf(await entries.find({ owner: { $in } }).toArray())).toEqual(textsOf(wanted));
        const newest = await entries.find({ owner: { $in } }, { sort: { at: -1 }, limit: 5 }).toArray();
        const moments = wanted.map((one) => Number(one.at)).sort((a, b) => b - a);
        expect(newest.map((one) => Number(one.at))).toEqual(moments.slice(0, 5));
      }
      for (const due of SPANS) {
        const within = all.filter((one) => isWithin(one.due, due));
        expect(textsOf(await entries.find({ due }).toArray())).toEqual(textsOf(within));
        const first = await entries.find({ due }, { sort: { due: 1 }, limit: 3 }).toArray();
        const moments = within.map(leastDue).sort((a, b) => a - b);
        expect(first.map(leastDue)).toEqual(moments.slice(0, 3));
      }
      expect(await entries.aggregate([{ $match: {} }]).toArray()).toHaveLength(all.length);
      expect(await entries.aggregate().toArray()).toHaveLength(all.length);
      return all;
    };

    it('takes the index that has the days, not the first that has the owner', async () => {
      const notes = embedded.diary.collection('notes');
      await notes.createIndex({ owner: 1, tags: 1, day: -1 });
      await notes.createIndex({ owner: 1, day: -1, at: -1 });
      const days = Array.from({ length: 40 }, (_, step) => dayOfStep(STEPS - 10 * step));
      // By tags, the days would come in another order.
      await notes.insertMany(
        days.map((day, at) => ({ owner: 'Ada', tags: [String((at * 7) % 40)], day, at })),
      );
      // Without a sort, results come in the order of the index.
      const found = await notes.find({ owner: 'Ada', day: { $gte: days[30], $lte: days[10] } }).toArray();
      expect(found.map(({ day }) => String(day))).toEqual(days.slice(10, 31).reverse());
    });

    it('finds with an index what a full scan finds, after any changes', async () => {
      const random = randomNumbers(7);
      const oneOf = <T>(list: readonly T[]): T => list[random(list.length)]!;
      for (let step = 0; step < STEPS; step += 1) {
        const at = new Date(step);
        const day = random(10) < 9 ? dayOfStep(random(STEPS)) : oneOf([null, 7, at]);
        const owner = random(10) < 8 ? oneOf(OWNERS) : oneOf(OTHERS);
        const due = random(3) > 0 ? new Date(random(STEPS)) : oneOf([null, 7, 'soon']);
        const _id = (await entries.findOne({}, { skip: random(60) }))?._id;
        const change = oneOf([
          'insert',
          'insert',
          'insert',
          'move',
          'leave',
          'touch',
          'plan',
          'take',
          'remove',
        ]);
        if (change === 'insert' || !_id)
          await entries.insertOne({ owner, at, day, ...(random(2) > 0 && { due }) });
        else if (change === 'move')
          await entries.updateOne({ _id, at: { $gte: EPOCH } }, { $set: { owner } });
        else if (change === 'leave') await entries.updateOne({ _id }, { $unset: { owner: '', due: '' } });
        else if (change === 'touch') await entries.updateMany({ owner: oneOf(OWNERS) }, { $set: { at } });
        else if (change === 'plan') await entries.updateMany({ due: { $lte: EPOCH } }, { $set: { due } });
        else if (change === 'take') await entries.findOneAndDelete({ owner: oneOf(OWNERS) });
        else await entries.deleteOne({ _id });
        // Some documents now have a list of moments, so the index is no longer sorted.
        if (step === STEPS - 60) await entries.insertOne({ owner, at, due: SPANS.flatMap(Object.values) });
        if (step % 20 === 0) await compare();
      }
      expect((await compare()).length).toBeGreaterThan(50);
    });

    it('finds a document by each moment of a list', async () => {
      const plans = embedded.diary.collection<{ _id: string; owner: string; at: Date | Date[] }>('plans');
      await plans.createIndex({ owner: 1, at: -1 });
      const owner = 'Ada';
      await plans.insertOne({ _id: 'one', owner, at: new Date(5) });
      const idsFrom = async (from: number) => {
        const found = plans.find({ owner, at: { $gte: new Date(from) } }, { sort: { at: -1 } });
        return (await found.toArray()).map(({ _id }) => _id);
      };
      expect(await idsFrom(4)).toEqual(['one']);
      await plans.insertOne({ _id: 'two', owner, at: [new Date(1), new Date(9)] });
      expect(await idsFrom(4)).toEqual(['two', 'one']);
    });

    it.each<[what: string, id: unknown, same: unknown]>([
      ['an id', new ObjectId(), undefined],
      ['a text', 'one', undefined],
      ['a number', new Int32(1), new Double(1)],
      ['a moment', new Date(0), undefined],
      ['a document', { owner: 'Ada', at: 1 }, undefined],
    ])('takes no second document with the same _id: %s', async (_what, id, same = id) => {
      const _id = id as ObjectId;
      await entries.insertOne({ _id, owner: 'Dora' });
      const refused = entries.insertOne({ _id: same as ObjectId, owner: 'Emily' });
      await expect(refused).rejects.toThrow(MongoServerError);
      await expect(refused).rejects.toMatchObject({ code: 11_000 });
      const $in = [_id, new ObjectId()];
      for (const query of [
        { _id },
        { _id: { $in } },
        { _id, owner: 'Dora' },
        { _id: { $in }, owner: 'Dora' },
      ]) {
        expect(await entries.find(query).toArray()).toHaveLength(1);
      }
      expect(await entries.find({ _id, owner: 'Emily' }).toArray()).toEqual([]);
      expect(await entries.deleteMany({ _id: { $in } })).toMatchObject({ deletedCount: 1 });
      expect(await entries.find({ owner: 'Dora' }).toArray()).toEqual([]);
    });

    it('finds the same after it was started again', async () => {
      const before = textsOf(await compare());
      await embedded.stop();
      await embedded.start();
      connect();
      expect(textsOf(await compare())).toEqual(before);
      const [{ _id } = {}] = await entries.find().toArray();
      await expect(entries.insertOne({ _id })).rejects.toMatchObject({ code: 11_000 });
    });
  });

/** Sorts like the database, in which a list counts as its smallest value. */
const leastDue = ({ due }: Document): number => Math.min(...[due].flat().map(Number));

/** A list matches if one of its values does; a value that is not a moment matches no range. */
function isWithin(moment: unknown, { $gte, $gt, $lte, $lt }: Span): boolean {
  if (Array.isArray(moment)) return moment.some((one) => isWithin(one, { $gte, $gt, $lte, $lt }));
  if (!(moment instanceof Date)) return false;
  const bounds = [$gte && moment >= $gte, $gt && moment > $gt, $lte && moment <= $lte, $lt && moment < $lt];
  return bounds.every((holds) => holds !== false);
}

function dayOfStep(step: number): string {
  return new Date(Math.floor(step / 10) * 86_400_000).toISOString().slice(0, 10);
}

const textsInOrder = (found: Document[]) => found.map(({ _id, day, at }) => `${day} ${Number(at)} ${_id}`);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isDayWithin = (day: string, { $gte = '', $gt = '', $lte = '9', $lt = '9' }: DaySpan) =>
  day >= $gte && (!$gt || day > $gt) && day <= $lte && day < $lt;

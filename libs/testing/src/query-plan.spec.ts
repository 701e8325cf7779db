import { type Index, planOf, type Query } from './query-plan.js';

const BY_DAY: Index = [{ userId: 1, createdAt: -1, _id: -1 }];
const TAGGED: Index = [{ userId: 1, tag: 1 }, { partialFilterExpression: { tag: { $exists: true } } }];
const PENDING: Index = [{ askedAt: 1 }, { partialFilterExpression: { status: 'pending' } }];
const DUE: Index = [{ dueAt: 1 }, { sparse: true }];
const INDEXES = [BY_DAY, TAGGED, PENDING, DUE];
const past = { $lt: new Date() };

const scans = { indexes: [], problem: 'COLLSCAN' };
const takes = (...indexes: Index[]) => ({ indexes, problem: undefined });

describe('the predicted plan', () => {
  it.each<[string, Query['filter'], Query['sort'], object]>([
    ['narrows the first fields of an index', { userId: 'ana', createdAt: past }, {}, takes(BY_DAY)],
    ['scans where it is another field', { createdAt: past }, {}, scans],
    ['scans where everything is wanted', {}, {}, scans],
    ['scans where nearly everything is wanted', { userId: { $ne: 'ana' } }, {}, scans],
    ['has the order of an index', { userId: 'ana' }, { createdAt: -1, _id: -1 }, takes(BY_DAY)],
    ['has the order of an index in reverse', { userId: 'ana' }, { createdAt: 1, _id: 1 }, takes(BY_DAY)],
    [
      'sorts what is half in reverse',
      { userId: 'a' },
      { createdAt: 1, _id: -1 },
      { indexes: [BY_DAY], problem: 'SORT' },
    ],
    [
      'sorts what no index has in order',
      { userId: 'a' },
      { size: 1 },
      { indexes: [BY_DAY], problem: 'SORT' },
    ],
    ['reads in the order of ids', { size: 1 }, { _id: 1 }, takes([{ _id: 1 }])],
    ['takes the index that narrows most', { userId: 'ana', tag: 'sea' }, {}, takes(TAGGED)],
    [
      'takes a partial index for its part',
      { status: 'pending', askedAt: past },
      { askedAt: 1 },
      takes(PENDING),
    ],
    ['scans beside a partial index', { status: 'ready', askedAt: past }, {}, scans],
    ['takes a sparse index where the field exists', { dueAt: { $exists: true } }, {}, takes(DUE)],
    ['scans where the field is missing', { dueAt: null }, {}, scans],
    [
      'takes an index for each alternative',
      { $or: [{ _id: 1 }, { dueAt: past }] },
      {},
      takes([{ _id: 1 }], DUE),
    ],
    [
      'scans for one of the alternatives',
      { $or: [{ _id: 1 }, { size: 1 }] },
      {},
      { indexes: [[{ _id: 1 }]], problem: 'COLLSCAN' },
    ],
  ])('%s', (_what, filter, sort, plan) => {
    expect(planOf({ filter, sort }, INDEXES)).toEqual(plan);
  });
});

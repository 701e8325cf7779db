import { type Index, planOf, type Query } from './query-plan.js';

const BY_DAY: Index = [{ userId: 1, createdAt: -1, _id: -1 }];
const TAGGED: Index = [{ userId: 1, tag: 1 }, { partialFilterExpression: { tag: { $exists: true } } }];
const PENDING: Index = [{ askedAt: 1 }, { partialFilterExpression: { status: 'pending' } }];
const DUE: Index = [{ dueAt: 1 }, { sparse: true }];
const INDEXES = [BY_DAY, TAGGED, PENDING, DUE];
const past = { $lt: new Date() };

const scans = { indexes: [], problem: 'COLLSCAN' };
const uses = (...indexes: Index[]) => ({ indexes, problem: undefined });

describe('the predicted plan', () => {
  it.each<[string, Query['filter'], Query['sort'], object]>([
    ['narrows the first fields of an index', { userId: 'ana', createdAt: past }, {}, uses(BY_DAY)],
    ['scans if the first field is missing', { createdAt: past }, {}, scans],
    ['scans for an empty filter', {}, {}, scans],
    ['scans for an exclusion', { userId: { $ne: 'ana' } }, {}, scans],
    ['uses the order of an index', { userId: 'ana' }, { createdAt: -1, _id: -1 }, uses(BY_DAY)],
    ['uses the order of an index in reverse', { userId: 'ana' }, { createdAt: 1, _id: 1 }, uses(BY_DAY)],
    [
      'sorts if only one field is reversed',
      { userId: 'a' },
      { createdAt: 1, _id: -1 },
      { indexes: [BY_DAY], problem: 'SORT' },
    ],
    ['sorts if no index has the order', { userId: 'a' }, { size: 1 }, { indexes: [BY_DAY], problem: 'SORT' }],
    ['reads in the order of ids', { size: 1 }, { _id: 1 }, uses([{ _id: 1 }])],
    ['uses the index that narrows most', { userId: 'ana', tag: 'sea' }, {}, uses(TAGGED)],
    [
      'uses a partial index for its part',
      { status: 'pending', askedAt: past },
      { askedAt: 1 },
      uses(PENDING),
    ],
    ['scans outside a partial index', { status: 'ready', askedAt: past }, {}, scans],
    ['uses a sparse index if the field exists', { dueAt: { $exists: true } }, {}, uses(DUE)],
    ['scans for a missing field', { dueAt: null }, {}, scans],
    [
      'uses an index for each alternative',
      { $or: [{ _id: 1 }, { dueAt: past }] },
      {},
      uses([{ _id: 1 }], DUE),
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

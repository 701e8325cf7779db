import { dateAt } from '../../lib/dates/dates';
import { newUuid7, timeOfUuid7 } from '@inner-weather/domain/entries/uuid7';
import { entry } from '../../../test/builders';
import {
  applyEdit,
  type NewEntry,
  newIdOf,
  nextToSend,
  type OutboxEdit,
  type Waiting,
} from '../../lib/outbox/changes';
import { countWaiting, decideOn, editionOf, keepAsNew, listWaiting, sendAgain, sinceOf } from './waiting';

const BODY: NewEntry = { email: 'ana@example.org', content: 'Words', location: 'Porto', inputMood: 'Happy' };
const EDITION = { content: 'Changed words', location: 'Porto', inputMood: 'Sad' };
const SAVED = entry({ _id: 'saved', updatedAt: '2026-11-24T21:10:00.000Z' });

let order = 0;
const one = (over: Partial<Waiting> = {}): Waiting => {
  const id = newUuid7();
  order += 1;
  const change: Waiting['change'] = { kind: 'create', body: BODY };
  return { id, order, entryId: newIdOf(id), change, isAttempted: true, ...over };
};
const edition = (over: Partial<Waiting> = {}): Waiting =>
  one({ entryId: 'saved', change: { kind: 'update', body: EDITION, base: 'old' }, ...over });
const refused = (status: number): Waiting['problem'] => ({ kind: 'refused', status, message: 'No' });
const changed: Waiting['problem'] = { kind: 'changed', current: SAVED };

describe('what waits', () => {
  it('counts entries, and apart from them what needs its writer with all that waits behind it', () => {
    const stuck = edition({ problem: changed });
    const waiting = [one(), stuck, edition(), one()];
    expect(countWaiting(waiting)).toEqual({ waits: 2, needsYou: 1 });
    expect(listWaiting(waiting)).toEqual([stuck, waiting[0], waiting[3]]);
    expect(countWaiting([])).toEqual({ waits: 0, needsYou: 0 });
  });

  it('lists an entry once, with everything that waits for it', () => {
    const created = one();
    const words = one({ entryId: created.entryId, change: { kind: 'update', body: EDITION, base: '' } });
    const changed = edition();
    const deleted = edition({ change: { kind: 'delete', base: 'old' } });
    const waiting = [created, words, changed, deleted];
    expect(listWaiting(waiting)).toEqual([created, deleted]);
    expect(countWaiting(waiting)).toEqual({ waits: 2, needsYou: 0 });
    expect(editionOf(created, waiting)).toMatchObject({ content: 'Changed words', email: BODY.email });
  });

  it('knows since when', () => {
    const waits = one();
    expect(sinceOf(waits)).toBe(dateAt(timeOfUuid7(waits.id) ?? 0));
    expect(sinceOf({ ...waits, id: 'other' })).toBeUndefined();
  });
});

describe('a decision', () => {
  const decided = (waiting: Waiting[], id: string, decide: Parameters<typeof decideOn>[1]) =>
    applyEdit(waiting, decideOn(id, decide)(waiting));

  it('changes nothing about what another tab has sent or discarded', () => {
    expect(decideOn('gone', () => ({ put: [], remove: ['other'] }))([one()])).toEqual({
      put: [],
      remove: [],
    });
  });

  it('sends a refused change again, under the key that it has', () => {
    const waits = one({ problem: refused(413) });
    const after = decided([waits], waits.id, sendAgain);
    expect(after).toEqual([{ ...waits, problem: undefined }]);
    expect(nextToSend(after)?.id).toBe(waits.id);
  });

  it('sends a new entry again under another key if the server knows its key with other words', () => {
    const waits = one({ problem: refused(422) });
    const later = edition({ entryId: waits.entryId });
    const [again, follower] = decided([waits, later], waits.id, sendAgain);
    expect(again?.id).not.toBe(waits.id);
    // The entry is the same one, so what follows it and an open editor still find it.
    const { entryId, order } = waits;
    expect(again).toMatchObject({ entryId, order, isAttempted: false });
    expect(again?.problem).toBeUndefined();
    expect(follower).toEqual(later);
  });

  it('makes an edition of an entry that was changed elsewhere a new entry of the same moment', () => {
    const waits = edition({ problem: changed });
    const later = edition({ change: { kind: 'update', body: { ...EDITION, content: 'Last' }, base: 'old' } });
    const keep = (now: Waiting, all: Waiting[]): OutboxEdit =>
      keepAsNew(now, all, { email: BODY.email, saved: SAVED });
    const after = decided([waits, later], waits.id, keep);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ entryId: newIdOf(after[0]?.id ?? ''), isAttempted: false });
    expect(after[0]?.change).toEqual({
      kind: 'create',
      body: {
        ...EDITION,
        content: 'Last',
        tags: SAVED.tags,
        neverSendToAi: SAVED.neverSendToAi,
        date: SAVED.createdAt,
        email: BODY.email,
      },
    });
  });

  it('makes an edition of a check-in a new one with its values', () => {
    const saved = { ...SAVED, content: '', checkIn: true, measures: { sleep: 450 } };
    const body = { content: '', location: 'Porto', inputMood: '' };
    const waits = edition({ problem: changed, change: { kind: 'update', body, base: 'old' } });
    const [after] = decided([waits], waits.id, (now, all) => keepAsNew(now, all, { email: '', saved }));
    expect(after?.change).toMatchObject({ body: { checkIn: true, measures: { sleep: 450 } } });
    // The server takes no empty mood for a new entry.
    expect(after?.change).toMatchObject({ body: { inputMood: undefined } });
  });
});

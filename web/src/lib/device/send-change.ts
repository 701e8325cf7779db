import { api, expectData, expectOk } from '../api/api-client';
import { toApiError } from '../api/api-error';
import { differingFields, type EntryValues, valuesOf } from '../drafts/entry-values';
import type { Change, Entry, EntryEdition, Waiting } from './outbox';
import { requestChange } from './request-change';
import type { Outcome } from './sender';

/** Statuses that say nothing about the change; 0 is no answer. Any other 5xx would come again. */
const LATER = new Set([0, 408, 425, 429, 502, 503, 504]);

/** Sends a change that waits. Never throws. */
export async function sendChange(one: Waiting): Promise<Outcome> {
  try {
    const answer = await requestChange(api, one);
    if (one.change.kind !== 'delete') return { kind: 'done', entry: expectData(answer) };
    expectOk(answer);
    return { kind: 'done' };
  } catch (error) {
    return outcomeOf(error, one.change);
  }
}

function outcomeOf(thrown: unknown, change: Change): Outcome {
  const error = toApiError(thrown);
  const { status, code, message } = error;
  if (LATER.has(status)) return { kind: 'later', error };
  if (status === 401) return { kind: 'signed-out', error };
  // What is gone needs no deletion. A new entry that was deleted elsewhere in the meantime is not created again.
  if (status === 404 && change.kind !== 'update') return { kind: 'done' };
  if (status === 404) return { kind: 'problem', problem: { kind: 'gone' }, error };
  const current = code === 'entry_changed' ? (error.current as Entry | undefined) : undefined;
  if (!current) return { kind: 'problem', problem: { kind: 'refused', status, message }, error };
  // An earlier attempt was taken, and only its answer was lost.
  if (change.kind === 'update' && hasAll(current, change.body)) return { kind: 'done', entry: current };
  return { kind: 'problem', problem: { kind: 'changed', current }, error };
}

/** Whether an entry has every value of an edition. */
function hasAll(entry: Entry, { date, place: _place, ...edition }: EntryEdition): boolean {
  const now = valuesOf(entry);
  const values: EntryValues = { ...now, ...edition };
  const isSameMoment = date === undefined || Date.parse(date) === Date.parse(entry.createdAt);
  return isSameMoment && differingFields(now, values).length === 0;
}

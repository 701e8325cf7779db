import type { Client } from 'openapi-fetch';
import { clientOf, sendWithToken } from '../api/api-client';
import { ApiError, errorOfAnswer, toApiError } from '../api/api-error';
import type { paths } from '../api/api-types.gen';
import { signedInId, signedInUser } from '../api/session';
import { differingFields, type EntryValues, valuesOf } from '../entry/entry-values';
import type { Change, Entry, EntryEdition, Problem, Waiting } from './changes';
import type { Vault } from '../vault/vault';
import { deadlineOf, isEntry, type Outcome, requestChange, type Stop, successOf, SYNC_TAG } from './sender';

/*
 * How a page sends a change, and what it says about the answer.
 */

/** The journal's own statuses that say nothing about a change; 0 is no answer. Any other 5xx would come again. */
const LATER = new Set([0, 408, 425, 429, 503, 504]);

/** Whether an answer with this status says nothing about what was sent, so that it is sent again later. */
export const isForLater = (status: number): boolean => LATER.has(status) || status === 401;

/** The client of a user, which sends nothing once another, or none, is signed in. */
export const apiOf = (userId: string) =>
  clientOf(async (request) => {
    if (signedInId() !== userId) throw new ApiError(0, []);
    return sendWithToken(request, deadlineOf(request));
  });

/**
 * Sends a change that waits, after its photos. Never throws.
 * @param vault what has its photos
 * @param isRepeated whether the server may have it from an earlier attempt
 */
export async function sendChange(
  client: Client<paths>,
  vault: Vault | undefined,
  one: Waiting,
  isRepeated: boolean,
): Promise<Outcome> {
  const email = signedInUser()?.email;
  const attempt = await requestChange(client, vault, one, email);
  const { stop } = attempt;
  if ('thrown' in attempt)
    return stoppedBy(stop, outcomeOf(toApiError(attempt.thrown), one.change, isRepeated));
  const { sent, answer } = attempt;
  const { error, response } = answer;
  // The token had expired, and the new one has the email that its owner has changed elsewhere.
  if (response.status === 403 && signedInUser()?.email !== email)
    return sendChange(client, vault, one, isRepeated);
  const success = successOf(sent, answer);
  if (success) return success;
  const reason = response.ok ? toApiError(undefined) : errorOfAnswer(response.status, error);
  return stoppedBy(stop, outcomeOf(reason, sent.change, isRepeated));
}

const stoppedBy = (stop: Stop | undefined, outcome: Outcome): Outcome =>
  outcome.kind === 'waiting' && stop ? { ...outcome, stop } : outcome;

function outcomeOf(error: ApiError, change: Change, isRepeated: boolean): Outcome {
  const { status, code } = error;
  if (LATER.has(status)) return { kind: 'waiting', error };
  if (status === 401) return { kind: 'signed-out', error };
  // A new entry that an earlier attempt saved may have been deleted elsewhere since. It is not created again.
  if (code === 'not_found' && (change.kind !== 'create' || isRepeated)) return { kind: 'gone', error };
  const current = code === 'entry_changed' && isEntry(error.current) ? error.current : undefined;
  if (!current) return { kind: 'refused', error };
  // An earlier attempt was taken, and only its answer was lost.
  if (change.kind === 'update' && hasAll(current, change.body)) return { kind: 'saved', entry: current };
  return { kind: 'changed', current, error };
}

/** Whether an entry has every value of an edition. */
function hasAll(entry: Entry, { date, place: _place, ...edition }: EntryEdition): boolean {
  const now = valuesOf(entry);
  const values: EntryValues = { ...now, ...edition };
  const isSameMoment = date === undefined || Date.parse(date) === Date.parse(entry.createdAt);
  return isSameMoment && differingFields(now, values).length === 0;
}

/** The outcome after which a change has this problem, for a tab that did not send it. */
export function outcomeOfProblem(problem: Problem): Outcome {
  switch (problem.kind) {
    case 'gone':
      return { kind: 'gone' };
    case 'restored':
      return { kind: 'waiting' };
    case 'stopped':
      return { kind: 'stopped' };
    case 'changed': {
      const { current } = problem;
      return { kind: 'changed', current, error: new ApiError(412, [], 'entry_changed', current) };
    }
    case 'refused':
      return { kind: 'refused', error: new ApiError(problem.status, [{ msg: problem.message }]) };
  }
}

/** Chromium has it; TypeScript does not know it. */
interface WithSync {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Asks the browser to let the service worker send what waits once there is a connection, also if no page is open then. */
export async function askForSync(): Promise<void> {
  try {
    const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>;
    const registration = (await serviceWorker?.getRegistration()) as WithSync | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // The browser does not allow it, or not now. An open page sends, and the next one that opens.
  }
}

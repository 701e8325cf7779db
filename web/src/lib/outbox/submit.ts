import { type ApiError, toApiError } from '../api/api-error';
import type { Vault } from '../vault/vault';
import { within } from '../within';
import { discard, type Entry, type OutboxEdit, type Waiting } from './changes';
import { noteOwn, readdressed } from './made';
import { currentDevice, editOutbox, outcomeOf, readMade } from './outbox';
import { apiOf, askForSync, sendChange } from './send-change';
import type { Outcome } from './sender';
import { waitingStore } from './waiting';

/** Milliseconds for a change to be stored. A browser that needs longer counts as one that cannot. */
const STORE_MS = 5_000;

/** What became of a change that `submit` was given. */
export type Submitted =
  | { kind: 'saved'; entry: Entry }
  /** Its entry is gone, or was never sent. */
  | { kind: 'gone' }
  /** It is kept on this device, and sent later or once its writer has decided about it. */
  | { kind: 'waiting' };

/**
 * Stores a change and tries to send it. A refused change stays with its problem if it is of words that waited here before,
 * or of an entry that is gone: those words are nowhere else.
 * @param change may be called twice
 * @throws ApiError if the server refuses any other change, or if it can neither be sent nor be kept. It does not wait then.
 */
export async function submit(change: (waiting: Waiting[]) => OutboxEdit): Promise<Submitted> {
  const current = currentDevice();
  const vault = (await current?.opened)?.vault;
  let stored: OutboxEdit | undefined;
  let touchesWaiting = false;
  try {
    await within(
      STORE_MS,
      editOutbox(async (waiting) => {
        let edit = change(waiting);
        // This tab, another or the service worker may have sent what this is a change of, and no list has that yet.
        if (edit.put.some((one) => one.change.kind !== 'create')) {
          await readMade(vault);
          edit = change(waiting);
        }
        stored = readdressed(waiting, edit);
        touchesWaiting =
          stored.remove.length > 0 || stored.put.some((one) => waiting.some(({ id }) => id === one.id));
        return stored;
      }, current),
    );
  } catch {
    // The storage is full, or was taken away, maybe before it was read: the change is sent at once or it fails.
    const waiting = waitingStore.get();
    const one = (stored ?? readdressed(waiting, change(waiting))).put.at(-1);
    return one ? sendUnkept(current?.userId ?? '', vault, one) : { kind: 'gone' };
  }
  const one = stored?.put.at(-1);
  // Nothing is left to be sent, such as a new entry that was deleted again.
  if (!one) return { kind: 'gone' };
  noteOwn(one.id);
  const outcome = await outcomeOf(one.id, vault !== undefined);
  if (outcome?.kind === 'saved') return { kind: 'saved', entry: outcome.entry };
  if (outcome?.kind === 'gone' && one.change.kind !== 'update') return { kind: 'gone' };
  const isUnsent = outcome === undefined || UNSENT.has(outcome.kind);
  if (isUnsent && vault) void askForSync();
  if ((isUnsent || touchesWaiting || outcome.kind === 'gone') && vault) return { kind: 'waiting' };
  if (outcome?.kind !== 'signed-out') await editOutbox((waiting) => discard(waiting, one), current);
  throw errorOf(outcome);
}

const UNSENT: ReadonlySet<Outcome['kind']> = new Set(['waiting', 'stopped', 'signed-out']);

const errorOf = (outcome: Outcome | undefined): ApiError =>
  (outcome && 'error' in outcome ? outcome.error : undefined) ?? toApiError(undefined);

async function sendUnkept(userId: string, vault: Vault | undefined, one: Waiting): Promise<Submitted> {
  const outcome = await sendChange(apiOf(userId), vault, one, true);
  if (outcome.kind === 'saved') return { kind: 'saved', entry: outcome.entry };
  if (outcome.kind === 'gone' && one.change.kind === 'delete') return { kind: 'gone' };
  throw errorOf(outcome);
}

import type { ApiError } from '../api/api-error';
import { type Entry, nextToSend, type OutboxEdit, type Problem, settle, type Waiting } from './outbox';

/** What came of an attempt. `later`: no answer, or one that says nothing about the change. */
export type Outcome =
  | { kind: 'done'; entry?: Entry }
  | { kind: 'problem'; problem: Problem; error?: ApiError }
  | { kind: 'later'; error?: ApiError }
  | { kind: 'signed-out'; error: ApiError };

export interface Outbox {
  /**
   * Reads what waits, in order, and stores the edit, all of it or nothing. No other edit comes between, from no tab.
   */
  edit: (change: (waiting: Waiting[]) => OutboxEdit) => Promise<void>;
}

interface Options {
  outbox: Outbox;
  /** Sends one change. It must not throw. */
  send: (one: Waiting) => Promise<Outcome>;
  /** Called after each attempt, when its outcome is stored. */
  onAttempt: (one: Waiting, outcome: Outcome) => void;
}

/**
 * Sends what waits, one change after another, until nothing can be sent. Only one may run at a time for all tabs.
 *
 * An attempt is noted before it is made. If the page dies before its answer is stored, the next run sends it again: a new
 * entry under the same Idempotency-Key, an edition or deletion of the same version, so the server takes each once.
 * @returns whether to try again later
 */
export async function sendAll({ outbox, send, onAttempt }: Options): Promise<boolean> {
  for (;;) {
    let next: Waiting | undefined;
    await outbox.edit((waiting) => {
      const first = nextToSend(waiting);
      next = first && { ...first, isAttempted: true };
      return { put: next ? [next] : [], remove: [] };
    });
    if (!next) return false;
    const one: Waiting = next;
    const outcome = await send(one);
    if (outcome.kind === 'problem')
      await outbox.edit(() => ({ put: [{ ...one, problem: outcome.problem }], remove: [] }));
    if (outcome.kind === 'done') await outbox.edit((waiting) => settle(waiting, one, outcome.entry));
    onAttempt(one, outcome);
    if (outcome.kind === 'later') return true;
    if (outcome.kind === 'signed-out') return false;
  }
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Milliseconds before the next attempt. @param failures in a row, from 1 */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}

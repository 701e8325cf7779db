import { createStore, useStore } from '../store';
import { dropUnsaved, keepUnsaved, readUnsaved } from '../drafts/unsaved';

/** The steps after a sign-up, in order. */
export const FIRST_RUN_STEPS = ['city', 'day', 'words', 'entry'] as const;

export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];

/**
 * The step is kept like unsaved words, so that a reload goes on where it was, and deleted like them at the end of the
 * session.
 */
const OF = 'first-run';

const changes = createStore(0);

/** The step that a new user has reached; undefined after the last one, and for users who did not sign up in this browser. */
export function useFirstRunStep(userId: string): FirstRunStep | undefined {
  useStore(changes);
  const kept = readUnsaved(userId, OF);
  return FIRST_RUN_STEPS.find((step) => step === kept);
}

/** For an account that was created in this browser. */
export function beginFirstRun(userId: string): void {
  goToStep(userId, 'city');
}

/** @param step undefined after the last one */
export function goToStep(userId: string, step: FirstRunStep | undefined): void {
  if (step) keepUnsaved(userId, OF, step);
  else dropUnsaved(userId, OF);
  changes.set(changes.get() + 1);
}

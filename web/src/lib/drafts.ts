/** What is being written and not saved yet. `key` is the Idempotency-Key under which it is sent, however often. */
export interface Draft {
  content: string;
  mood: string;
  /** No language model is to be sent this. */
  neverSendToAi: boolean;
  key: string;
}

const PREFIX = 'inner-weather.draft.';

/** The draft of a user, or undefined. Storage that is full, forbidden or damaged costs the draft, never the page. */
export function readDraft(userId: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + userId) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { content, mood, neverSendToAi, key } = stored as Partial<Record<keyof Draft, unknown>>;
    if (typeof content !== 'string' || typeof mood !== 'string' || typeof key !== 'string') return undefined;
    return { content, mood, neverSendToAi: neverSendToAi === true, key };
  } catch {
    return undefined;
  }
}

/** False when the browser would not keep it. */
export function keepDraft(userId: string, draft: Draft): boolean {
  try {
    localStorage.setItem(PREFIX + userId, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(userId: string): void {
  try {
    localStorage.removeItem(PREFIX + userId);
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}

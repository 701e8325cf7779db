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

/** What somebody was writing when their session ran out: in memory alone, until anybody signs in. */
let rescued: { userId: string; draft: Draft } | undefined;

export function rescueDraft(userId: string, draft: Draft): void {
  rescued = { userId, draft };
}

/** Gives a rescued draft back to its writer; for anybody else it is gone. */
export function returnDraft(userId: string): void {
  if (rescued?.userId === userId) keepDraft(userId, rescued.draft);
  rescued = undefined;
}

/** Leaves no draft of anybody in the browser's storage; that of `rescueOf` goes to memory. */
export function dropAllDrafts(rescueOf?: string): void {
  const draft = rescueOf === undefined ? undefined : readDraft(rescueOf);
  if (rescueOf !== undefined && draft) rescueDraft(rescueOf, draft);
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
    for (const key of keys) if (key?.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}

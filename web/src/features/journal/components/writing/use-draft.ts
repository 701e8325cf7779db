import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Draft,
  draftPlace,
  dropDraft,
  findDraft,
  keepDraft,
  readDraft,
} from '../../../../lib/drafts/drafts';
import { EMPTY, type EntryValues } from '../../../../lib/entry/entry-values';
import { sessionStore } from '../../../../lib/api/session';
import { onKeepNow, onUnsavedElsewhere } from '../../../../lib/drafts/unsaved';

/** Milliseconds without a keystroke after which a draft is stored. */
const QUIET_MS = 400;

/**
 * The draft of a new entry. It is kept in the browser until it is saved, and every attempt to send it uses the same
 * Idempotency-Key. The key changes only if the text changed after the server refused it, or if the server says that
 * the key belongs to another text. Each tab has its own draft, and so has each past day.
 * @param day YYYY-MM-DD; undefined if the entry is not for a past day
 */
export function useDraft(userId: string, day?: string) {
  const [initial] = useState(() => openDraft(userId, day));
  const place = useRef(draftPlace(day));
  const lastKept = useRef<Draft>(isBegun(initial) ? initial : undefined);
  const [isKept, setIsKept] = useState(initial.content !== '');
  const key = useRef(initial.key);
  const refusedText = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pendingDraft = useRef<Draft>(undefined);

  const keep = useCallback(() => {
    const draft = pendingDraft.current;
    pendingDraft.current = undefined;
    // After a logout nothing may be kept, also of a save that was under way.
    const session = sessionStore.get();
    if (!draft || (session.status === 'anonymous' && session.reason !== 'expired')) return;
    lastKept.current = draft;
    setIsKept(keepDraft(userId, place.current, draft) && draft.content !== '');
  }, [userId]);

  // Leaving the page right after the last word must not lose it; a logout must delete it.
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    const removeKeeper = onKeepNow(keep);
    // Another tab has taken over this draft because it looked abandoned. Store it again.
    const stopListening = onUnsavedElsewhere((of, words) => {
      if (of !== place.current || words !== null) return;
      const draft = pendingDraft.current ?? lastKept.current;
      // The other tab has the words under the old key.
      key.current = newUuid7();
      pendingDraft.current = draft && { ...draft, key: key.current };
      keep();
    });
    return () => {
      keep();
      removeKeeper();
      stopListening();
      clearTimeout(timer.current);
      window.removeEventListener('pagehide', keep);
    };
  }, [keep, userId]);

  function write(values: EntryValues) {
    clearTimeout(timer.current);
    setIsKept(false);
    if (!isBegun(values) && values.inputMood === '' && values.tags.length === 0) return forget();
    pendingDraft.current = { ...values, key: key.current };
    timer.current = setTimeout(keep, QUIET_MS);
  }

  function forget() {
    clearTimeout(timer.current);
    pendingDraft.current = undefined;
    lastKept.current = undefined;
    dropDraft(userId, place.current);
    setIsKept(false);
  }

  return {
    initial,
    /** Whether the current draft is in the browser's storage. */
    isKept,
    write,
    /** The Idempotency-Key for this text. */
    keyFor(text: string): string {
      if (refusedText.current !== undefined && refusedText.current !== text) key.current = newUuid7();
      refusedText.current = undefined;
      return key.current;
    },
    /** Call it if the server did not accept the text. `status` as in ApiError: 0 means that no answer came. */
    failed(text: string, status: number) {
      if (status === 422) key.current = newUuid7();
      else if (status >= 400 && status < 500) refusedText.current = text;
    },
    /** Call it after a save. Returns the draft of today that was kept while the user wrote for a past day. */
    saved(): EntryValues | undefined {
      forget();
      const todaysDraft = place.current === draftPlace() ? undefined : openDraft(userId);
      place.current = draftPlace();
      key.current = todaysDraft?.key ?? newUuid7();
      lastKept.current = todaysDraft && isBegun(todaysDraft) ? todaysDraft : undefined;
      return lastKept.current;
    },
  };
}

/** Whether it has words, photos or measured values. A mood alone is quickly chosen again. */
export const isBegun = ({ content, photos, measures }: EntryValues): boolean =>
  content !== '' || photos.length > 0 || Object.keys(measures).length > 0;

/** The draft of this tab, or else the latest draft of another tab, which this tab then takes over. */
function openDraft(userId: string, day?: string): Draft {
  const own = draftPlace(day);
  const place = findDraft(userId, day);
  const draft = place === undefined ? undefined : readDraft(userId, place);
  if (place === undefined || !draft) return { ...EMPTY, key: newUuid7() };
  if (place !== own) {
    keepDraft(userId, own, draft);
    // If the other tab is still open, it notices this and stores its words again.
    dropDraft(userId, place);
  }
  return draft;
}

import { newUuid7 } from '@inner-weather/contracts/uuid7';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, draftPlace, dropDraft, findDraft, keepDraft, readDraft } from '../../../lib/drafts';
import { EMPTY, type EntryValues } from '../../../lib/entry-values';
import { sessionStore } from '../../../lib/session';
import { onDroppedElsewhere, onKeepNow } from '../../../lib/unsaved';

/** Milliseconds without a keystroke after which a draft is stored. */
const QUIET_MS = 400;

/**
 * The draft of a new entry. It is kept in the browser until it is saved, and every attempt to send it uses the same
 * Idempotency-Key. The key changes only if the text changed after the server refused it, or if the server says that
 * the key belongs to another text. Each tab has its own, and so has each past day that is written for.
 * @param day YYYY-MM-DD; undefined: for no certain day
 */
export function useDraft(userId: string, day?: string) {
  const [initial] = useState(() => openDraft(userId, day));
  const place = useRef(draftPlace(day));
  const lastKept = useRef<Draft>(initial.content === '' ? undefined : initial);
  const [kept, setKept] = useState(initial.content !== '');
  const key = useRef(initial.key);
  const refused = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unkept = useRef<Draft>(undefined);

  const keep = useCallback(() => {
    const draft = unkept.current;
    unkept.current = undefined;
    if (!draft) return;
    lastKept.current = draft;
    setKept(keepDraft(userId, place.current, draft) && draft.content !== '');
  }, [userId]);

  // Leaving the page right after the last word must not lose it; a logout must delete it.
  useEffect(() => {
    const keepNow = () => {
      const session = sessionStore.get();
      if (session.status !== 'anonymous' || session.reason === 'expired') keep();
    };
    window.addEventListener('pagehide', keepNow);
    const stopAsking = onKeepNow(keepNow);
    // Another tab went on with this draft, as with one that was left. What is written here must stay.
    const stopHearing = onDroppedElsewhere(userId, (of) => {
      if (of !== place.current) return;
      unkept.current ??= lastKept.current;
      keepNow();
    });
    return () => {
      keepNow();
      stopAsking();
      stopHearing();
      clearTimeout(timer.current);
      window.removeEventListener('pagehide', keepNow);
    };
  }, [keep, userId]);

  function write(written: EntryValues) {
    clearTimeout(timer.current);
    setKept(false);
    if (written.content === '' && written.inputMood === '' && written.tags.length === 0) return forget();
    unkept.current = { ...written, key: key.current };
    timer.current = setTimeout(keep, QUIET_MS);
  }

  function forget() {
    clearTimeout(timer.current);
    unkept.current = undefined;
    lastKept.current = undefined;
    dropDraft(userId, place.current);
    setKept(false);
  }

  return {
    initial,
    /** Whether the current draft is in the browser's storage. */
    kept,
    write,
    /** The Idempotency-Key for this text. */
    keyFor(text: string): string {
      if (refused.current !== undefined && refused.current !== text) key.current = newUuid7();
      refused.current = undefined;
      return key.current;
    },
    /** The server did not accept the text. `status` as in ApiError: 0 means that no answer came. */
    failed(text: string, status: number) {
      if (status === 422) key.current = newUuid7();
      else if (status >= 400 && status < 500) refused.current = text;
    },
    /** Answers the draft that was kept aside while this one was written for a past day. */
    saved(): EntryValues | undefined {
      forget();
      const aside = place.current === draftPlace() ? undefined : openDraft(userId);
      place.current = draftPlace();
      key.current = aside?.key ?? newUuid7();
      lastKept.current = aside?.content ? aside : undefined;
      return lastKept.current;
    },
  };
}

/** The draft of this tab; else the latest that another one has left, which from now on is this tab's. */
function openDraft(userId: string, day?: string): Draft {
  const own = draftPlace(day);
  const place = findDraft(userId, day);
  const draft = place === undefined ? undefined : readDraft(userId, place);
  if (place === undefined || !draft) return { ...EMPTY, key: newUuid7() };
  if (place !== own) {
    keepDraft(userId, own, draft);
    // A tab that is still open hears of it, and keeps its words again.
    dropDraft(userId, place);
  }
  return draft;
}

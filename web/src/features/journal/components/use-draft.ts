import { newUuid7 } from '@inner-weather/contracts/uuid7';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Draft,
  dropDraft,
  keepDraft,
  type NewEntryValues,
  readDraft,
  rescueDraft,
} from '../../../lib/drafts';
import { sessionStore } from '../../../lib/session';
import { onKeepNow } from '../../../lib/unsaved';

/** Milliseconds without a keystroke after which a draft is stored. */
const QUIET_MS = 400;

const NOTHING: NewEntryValues = {
  content: '',
  mood: '',
  date: '',
  location: '',
  tags: [],
  neverSendToAi: false,
};

/**
 * The draft of a new entry. It is kept in the browser until it is saved, and every attempt to send it uses the same
 * Idempotency-Key. The key changes only if the text changed after the server refused it, or if the server says that
 * the key belongs to another text.
 */
export function useDraft(userId: string) {
  const [initial] = useState(() => readDraft(userId) ?? { ...NOTHING, key: newUuid7() });
  const [kept, setKept] = useState(initial.content !== '');
  const key = useRef(initial.key);
  const refused = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unkept = useRef<Draft>(undefined);

  const keep = useCallback(() => {
    const draft = unkept.current;
    unkept.current = undefined;
    if (draft) setKept(keepDraft(userId, draft) && draft.content !== '');
  }, [userId]);

  // Leaving the page right after the last word must not lose it; a logout must delete it.
  useEffect(() => {
    const keepNow = () => {
      const session = sessionStore.get();
      if (session.status !== 'anonymous') keep();
      else if (session.reason === 'expired' && unkept.current) rescueDraft(userId, unkept.current);
    };
    window.addEventListener('pagehide', keepNow);
    const stopAsking = onKeepNow(keepNow);
    return () => {
      keepNow();
      stopAsking();
      clearTimeout(timer.current);
      window.removeEventListener('pagehide', keepNow);
    };
  }, [keep, userId]);

  function write(written: NewEntryValues) {
    clearTimeout(timer.current);
    setKept(false);
    if (written.content === '' && written.mood === '' && written.tags.length === 0) return forget();
    unkept.current = { ...written, key: key.current };
    timer.current = setTimeout(keep, QUIET_MS);
  }

  function forget() {
    clearTimeout(timer.current);
    unkept.current = undefined;
    dropDraft(userId);
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
    saved() {
      forget();
      key.current = newUuid7();
    },
  };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, dropDraft, keepDraft, readDraft, rescueDraft } from '../../../lib/drafts';
import { sessionStore } from '../../../lib/session';
import { uuid } from '../../../lib/uuid';

/** Milliseconds of quiet after which a draft is kept. */
const QUIET_MS = 400;

type Written = Omit<Draft, 'key'>;

const NOTHING: Written = { content: '', mood: '', neverSendToAi: false };

/**
 * What is being written: kept in the browser until it is saved, and sent under one Idempotency-Key however often
 * it takes. The key changes only when the server has refused a text and the text changed since, or when the
 * server says that the key belongs to another text.
 */
export function useDraft(userId: string) {
  const [initial] = useState(() => readDraft(userId) ?? { ...NOTHING, key: uuid() });
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

  // Leaving the page a moment after the last word must not cost it; a logout must.
  useEffect(() => {
    const keepNow = () => {
      const session = sessionStore.get();
      if (session.status !== 'anonymous') keep();
      else if (session.reason === 'expired' && unkept.current) rescueDraft(userId, unkept.current);
    };
    window.addEventListener('pagehide', keepNow);
    return () => {
      keepNow();
      clearTimeout(timer.current);
      window.removeEventListener('pagehide', keepNow);
    };
  }, [keep, userId]);

  function write({ content, mood, neverSendToAi }: Written) {
    clearTimeout(timer.current);
    setKept(false);
    if (content === '' && mood === '') return forget();
    unkept.current = { content, mood, neverSendToAi, key: key.current };
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
    /** The draft, as it stands, is in the browser's storage. */
    kept,
    write,
    /** The key under which this text goes out. */
    keyFor(text: string): string {
      if (refused.current !== undefined && refused.current !== text) key.current = uuid();
      refused.current = undefined;
      return key.current;
    },
    /** The server did not take the text. `status` as in ApiError: 0 means that nobody knows. */
    failed(text: string, status: number) {
      if (status === 422) key.current = uuid();
      else if (status >= 400 && status < 500) refused.current = text;
    },
    saved() {
      forget();
      key.current = uuid();
    },
  };
}

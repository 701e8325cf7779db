import { newUuid7 } from '@inner-weather/contracts/uuid7';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Draft,
  draftPlace,
  dropDraft,
  findDraft,
  keepDraft,
  type NewEntryValues,
  readDraft,
} from '../../../lib/drafts';
import { sessionStore } from '../../../lib/session';
import { onDroppedElsewhere, onKeepNow, readUnsaved } from '../../../lib/unsaved';

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
 * the key belongs to another text. Each tab has its own, and so has each past day that is written for.
 * @param day YYYY-MM-DD; undefined: for no certain day
 */
export function useDraft(userId: string, day?: string) {
  const [found] = useState(() => openDraft(userId, day));
  const { initial } = found;
  const place = useRef(draftPlace(day));
  /** A draft that another tab has left, until this one has kept its text. */
  const adopted = useRef(found.adopted);
  const lastKept = useRef<Draft>(undefined);
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
    dropAdopted(userId, adopted);
  }, [userId]);

  // Leaving the page right after the last word must not lose it; a logout must delete it.
  useEffect(() => {
    const keepNow = () => {
      const session = sessionStore.get();
      if (session.status !== 'anonymous' || session.reason === 'expired') keep();
    };
    window.addEventListener('pagehide', keepNow);
    const stopAsking = onKeepNow(keepNow);
    // Another tab went on with this draft and saved it or changed it. What is written here must stay.
    const stopHearing = onDroppedElsewhere(userId, place.current, () => {
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
    lastKept.current = undefined;
    dropDraft(userId, place.current);
    dropAdopted(userId, adopted);
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
    saved(): NewEntryValues | undefined {
      forget();
      const aside = place.current === draftPlace() ? undefined : openDraft(userId);
      place.current = draftPlace();
      adopted.current = aside?.adopted;
      key.current = aside?.initial.key ?? newUuid7();
      return aside?.initial.content ? aside.initial : undefined;
    },
  };
}

interface Adopted {
  place: string;
  words: string | undefined;
}

function openDraft(userId: string, day?: string): { initial: Draft; adopted?: Adopted } {
  const place = findDraft(userId, day);
  const draft = place === undefined ? undefined : readDraft(userId, place);
  if (place === undefined || !draft) return { initial: { ...NOTHING, key: newUuid7() } };
  if (place === draftPlace(day)) return { initial: draft };
  return { initial: draft, adopted: { place, words: readUnsaved(userId, place) } };
}

/** Unless its own tab has written on. */
function dropAdopted(userId: string, adopted: { current: Adopted | undefined }): void {
  if (!adopted.current) return;
  const { place, words } = adopted.current;
  if (readUnsaved(userId, place) === words) dropDraft(userId, place);
  adopted.current = undefined;
}

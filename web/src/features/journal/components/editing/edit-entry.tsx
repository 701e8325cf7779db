import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { minuteInWords } from '../../../../lib/dates/dates';
import { dropEdition, type Edition, keepEdition, readEdition } from '../../../../lib/drafts/drafts';
import { onUnsavedElsewhere } from '../../../../lib/drafts/unsaved';
import type { Entry } from '../../../../lib/entry/entry';
import { isNewId } from '../../../../lib/outbox/changes';
import { DiscardEdition } from './discard-edition';
import styles from './edit-entry.module.css';
import { EntryEditor } from './entry-editor';

interface EditEntryProps {
  userId: string;
  entry: Entry;
  /** The field that has the focus at first. An unfinished edit that opened by itself has none. */
  focus?: 'content' | 'location';
  /** Called after saving or cancelling. The caller then moves the focus to the entry that replaces the editor. */
  onClose: () => void;
}

/** Edits an entry in place. Unsaved changes are kept in the browser. */
export function EditEntry({ userId, entry, focus, onClose }: EditEntryProps) {
  /** An earlier edit that was neither saved nor cancelled, here or in another tab. */
  const [storedEdition] = useState(() => readEdition(userId, entry._id));
  const [isAsking, setIsAsking] = useState(false);
  const isDiscarded = useRef(false);
  /** The element that had the focus when Escape was pressed. */
  const focusedElement = useRef<Element>(null);

  const when = minuteInWords(entry.createdAt);

  /** What was typed in this tab. */
  const typed = useRef<Edition>(undefined);
  // Another tab that had the same edit open has saved or cancelled it. What is sent meanwhile moves to its new id.
  useEffect(
    () =>
      onUnsavedElsewhere((of, words) => {
        if (of === entry._id && words === null && typed.current && !isNewId(of))
          keepEdition(userId, of, typed.current);
      }),
    [userId, entry._id],
  );

  const close = () => {
    dropEdition(userId, entry._id);
    onClose();
  };

  const onEscape = () => {
    if (!readEdition(userId, entry._id)) return close();
    focusedElement.current = document.activeElement;
    setIsAsking(true);
  };

  return (
    <article className={styles.editing} aria-label={t`Entry of ${when}, being edited`}>
      <EntryEditor
        entry={entry}
        storedEdition={storedEdition}
        focus={focus}
        onChange={(edition) => {
          typed.current = edition;
          if (edition) return keepEdition(userId, entry._id, edition);
          dropEdition(userId, entry._id);
          return false;
        }}
        onSaved={close}
        onCancel={close}
        onEscape={onEscape}
      />
      <DiscardEdition
        open={isAsking}
        onKeep={() => setIsAsking(false)}
        onDiscard={() => {
          isDiscarded.current = true;
          setIsAsking(false);
        }}
        onClosed={() => {
          if (isDiscarded.current) close();
          else if (focusedElement.current instanceof HTMLElement) focusedElement.current.focus();
        }}
      />
    </article>
  );
}

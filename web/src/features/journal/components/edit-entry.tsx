import { useRef, useState } from 'react';
import { minuteInWords } from '../../../lib/dates';
import { dropEdition, keepEdition, readEdition, type Edition } from '../../../lib/drafts';
import type { Entry } from '../api/entry';
import { DiscardEdition } from './discard-edition';
import styles from './edit-entry.module.css';
import { EntryEditor } from './entry-editor';

interface EditEntryProps {
  userId: string;
  entry: Entry;
  /** An earlier edit that was neither saved nor cancelled: see `readEdition`. */
  kept?: Edition;
  /** The field that has the focus at first. An unfinished edit that opened by itself has none. */
  focus?: 'content' | 'location';
  /** Saved, or thought better of. The editor goes, and the caller gives the focus to the entry that takes its place. */
  onClose: () => void;
}

/** An entry in the place where it was read, to be changed. What is not saved yet is kept in the browser. */
export function EditEntry({ userId, entry, kept, focus, onClose }: EditEntryProps) {
  const [asking, setAsking] = useState(false);
  const isDiscarded = useRef(false);
  /** Where Escape was pressed. */
  const writing = useRef<Element>(null);

  const close = () => {
    dropEdition(userId, entry._id);
    onClose();
  };

  const onEscape = () => {
    if (!readEdition(userId, entry._id)) return close();
    writing.current = document.activeElement;
    setAsking(true);
  };

  return (
    <article
      className={styles.editing}
      aria-label={`Entry of ${minuteInWords(entry.createdAt)}, being edited`}
    >
      <EntryEditor
        entry={entry}
        kept={kept}
        focus={focus}
        onChange={(edition) => {
          if (edition) return keepEdition(userId, entry._id, edition);
          dropEdition(userId, entry._id);
          return false;
        }}
        onSaved={close}
        onCancel={close}
        onEscape={onEscape}
      />
      <DiscardEdition
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          isDiscarded.current = true;
          setAsking(false);
        }}
        onClosed={() => {
          if (isDiscarded.current) close();
          else if (writing.current instanceof HTMLElement) writing.current.focus();
        }}
      />
    </article>
  );
}

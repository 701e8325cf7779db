import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/button';
import { readEdition } from '../../../lib/drafts';
import type { Entry } from '../api/entry';
import { useWeatherWatch } from '../api/watch-weather';
import { cardId } from './card-id';
import styles from './change-entry.module.css';
import { DeleteEntry } from './delete-entry';
import { EditEntry } from './edit-entry';

interface ChangeEntryProps {
  userId: string;
  entry: Entry;
  /** Called after the entry and its focused button have disappeared. */
  onRemoved: () => void;
  /** The read-only view of the entry. */
  children: ReactNode;
}

/** An entry on another page, with the buttons that change it. */
export function ChangeEntry({ userId, entry, onRemoved, children }: ChangeEntryProps) {
  // An unfinished edit is opened again when the user returns to the page.
  const [storedEdition] = useState(() => readEdition(userId, entry._id));
  const [editMode, setEditMode] = useState<'content' | 'restored' | false>(
    storedEdition ? 'restored' : false,
  );
  const editButton = useRef<HTMLButtonElement>(null);
  // If the user changes the city, new weather has to arrive.
  useWeatherWatch([entry]);

  if (editMode) {
    return (
      <EditEntry
        userId={userId}
        entry={entry}
        storedEdition={editMode === 'restored' ? storedEdition : undefined}
        focus={editMode === 'restored' ? undefined : editMode}
        onClose={() => {
          flushSync(() => setEditMode(false));
          editButton.current?.focus();
        }}
      />
    );
  }
  return (
    <div id={cardId(entry._id)} tabIndex={-1}>
      {children}
      <div className={styles.actions}>
        {!entry.unreadable && (
          <Button variant="quiet" ref={editButton} onClick={() => setEditMode('content')}>
            Edit Entry
          </Button>
        )}
        <DeleteEntry userId={userId} entry={entry} onRemoved={onRemoved} />
      </div>
    </div>
  );
}

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
  /** It was deleted together with the focused button. */
  onRemoved: () => void;
  /** The entry as it is read. */
  children: ReactNode;
}

/** An entry that another page shows, with the buttons that change it. */
export function ChangeEntry({ userId, entry, onRemoved, children }: ChangeEntryProps) {
  // An unfinished edit is opened again when the page comes back.
  const [kept] = useState(() => readEdition(userId, entry._id));
  const [editing, setEditing] = useState<'content' | 'restored' | false>(kept ? 'restored' : false);
  const editButton = useRef<HTMLButtonElement>(null);
  // Another city has other weather.
  useWeatherWatch([entry]);

  if (editing) {
    return (
      <EditEntry
        userId={userId}
        entry={entry}
        kept={editing === 'restored' ? kept : undefined}
        focus={editing === 'restored' ? undefined : editing}
        onClose={() => {
          flushSync(() => setEditing(false));
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
          <Button variant="quiet" ref={editButton} onClick={() => setEditing('content')}>
            Edit Entry
          </Button>
        )}
        <DeleteEntry userId={userId} entry={entry} onRemoved={onRemoved} />
      </div>
    </div>
  );
}

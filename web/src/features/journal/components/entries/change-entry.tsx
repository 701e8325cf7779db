import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../../../components/forms/button';
import type { Entry } from '../../../../lib/entry/entry';
import { useWeatherWatch } from '../../api/watch-weather';
import { cardId } from './card-id';
import styles from './change-entry.module.css';
import { DeleteEntry } from './delete-entry';
import { useEditEntry } from '../editing/use-edit-entry';

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
  const { editor, editButton, edit } = useEditEntry(userId, entry);
  // Another city has other weather.
  useWeatherWatch([entry]);

  if (editor) return editor;
  return (
    <div id={cardId(entry._id)} tabIndex={-1}>
      {children}
      <div className={styles.actions}>
        {!entry.unreadable && (
          <Button variant="quiet" ref={editButton} onClick={() => edit('content')}>
            <Trans>Edit Entry</Trans>
          </Button>
        )}
        <DeleteEntry userId={userId} entry={entry} onRemoved={onRemoved} />
      </div>
    </div>
  );
}

import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readEdition } from '../../../lib/drafts';
import type { Entry } from '../api/entry';
import { EditEntry } from './edit-entry';

/** The editor of an entry while it is open, and what opens it. `editButton` gets the focus when it closes. */
export function useEditEntry(userId: string, entry: Entry) {
  // An unfinished edit is opened again when the page comes back.
  const [kept] = useState(() => readEdition(userId, entry._id));
  const [editing, setEditing] = useState<'content' | 'location' | 'restored' | false>(
    kept ? 'restored' : false,
  );
  const editButton = useRef<HTMLButtonElement>(null);
  const editor = editing && (
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
  return { editor, editButton, edit: (focus: 'content' | 'location') => setEditing(focus) };
}

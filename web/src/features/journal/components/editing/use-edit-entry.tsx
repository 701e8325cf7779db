import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readEdition } from '../../../../lib/drafts/drafts';
import type { Entry } from '../../../../lib/entry/entry';
import { EditEntry } from './edit-entry';

type Focus = 'content' | 'location';

/** The editor of an entry while it is open, and a function that opens it. Closing focuses `editButton`. */
export function useEditEntry(userId: string, entry: Entry) {
  // An unfinished edit is opened again when the user returns to the page.
  const [storedEdition] = useState(() => readEdition(userId, entry._id));
  const [editMode, setEditMode] = useState<Focus | 'restored' | false>(storedEdition ? 'restored' : false);
  const editButton = useRef<HTMLButtonElement>(null);
  const editor = editMode && (
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
  return { editor, editButton, edit: (focus: Focus) => setEditMode(focus) };
}

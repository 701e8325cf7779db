import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readEdition } from '../../../../lib/drafts/drafts';
import type { Entry } from '../../../../lib/entry/entry';
import { EditEntry } from './edit-entry';

type Focus = 'content' | 'location';

/** The editor of an entry while it is open, and a function that opens it. Closing focuses `editButton`. */
export function useEditEntry(userId: string, entry: Entry) {
  const [open, setOpen] = useState<{ focus?: Focus } | false>(
    // When the user returns to the page, an unfinished edit is opened again.
    () => readEdition(userId, entry._id) !== undefined && {},
  );
  const editButton = useRef<HTMLButtonElement>(null);
  const editor = open && (
    <EditEntry
      userId={userId}
      entry={entry}
      focus={open.focus}
      onClose={() => {
        flushSync(() => setOpen(false));
        editButton.current?.focus();
      }}
    />
  );
  return { editor, editButton, edit: (focus: Focus) => setOpen({ focus }) };
}

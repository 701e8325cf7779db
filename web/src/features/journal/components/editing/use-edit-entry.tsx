import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readEdition } from '../../../../lib/drafts/drafts';
import type { Entry } from '../../../../lib/entry/entry';
import { EditEntry } from './edit-entry';

type Focus = 'content' | 'location';

/** The `location.state` of a link to the page of an entry that opens its editor, too. */
export const TO_EDIT = 'edit';

/**
 * The editor of an entry while it is open, and a function that opens it. Closing focuses `editButton`.
 * @param isAsked whether it is open at first
 */
export function useEditEntry(userId: string, entry: Entry, isAsked = false) {
  const [open, setOpen] = useState<{ focus?: Focus } | false>(() => {
    if (isAsked) return { focus: 'content' };
    // When the user returns to the page, an unfinished edit is opened again.
    return readEdition(userId, entry._id) !== undefined && {};
  });
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

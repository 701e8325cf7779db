import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Edition, readEdition } from '../../../../lib/drafts/drafts';
import type { Entry } from '../../../../lib/entry/entry';
import { EditEntry } from './edit-entry';

type Focus = 'content' | 'location';

/** An open editor: the unfinished edit that it continues, and the field that has the focus at first. */
interface Opened {
  storedEdition?: Edition;
  focus?: Focus;
}

/** The editor of an entry while it is open, and a function that opens it. Closing focuses `editButton`. */
export function useEditEntry(userId: string, entry: Entry) {
  /** Opened with the unfinished edit that there is, which another tab may have left. */
  const opened = (focus?: Focus): Opened => ({ storedEdition: readEdition(userId, entry._id), focus });
  const [open, setOpen] = useState<Opened | false>(() => {
    const first = opened();
    // When the user returns to the page, it is opened again.
    return first.storedEdition ? first : false;
  });
  const editButton = useRef<HTMLButtonElement>(null);
  const editor = open && (
    <EditEntry
      userId={userId}
      entry={entry}
      {...open}
      onClose={() => {
        flushSync(() => setOpen(false));
        editButton.current?.focus();
      }}
    />
  );
  return { editor, editButton, edit: (focus: Focus) => setOpen(opened(focus)) };
}

import { useRef, useState } from 'react';
import { Button } from '../../../components/button';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { beginDeletion } from '../api/deletions';
import type { Entry } from '../api/entry';

interface DeleteEntryProps {
  userId: string;
  entry: Entry;
  /** The day in words, with the time if that is needed. */
  when: string;
  onRemoved: () => void;
}

export function DeleteEntry({ userId, entry, when, onRemoved }: DeleteEntryProps) {
  const [asking, setAsking] = useState(false);
  const removed = useRef(false);

  return (
    <ConfirmDialog
      trigger={<Button variant="plainDanger">Delete</Button>}
      title="Delete this entry?"
      text={`What you wrote on ${when} will be gone for good. You can undo this for ten seconds.`}
      confirmLabel="Delete"
      open={asking}
      busy={false}
      onOpenChange={setAsking}
      onConfirm={() => {
        removed.current = true;
        setAsking(false);
        beginDeletion(userId, entry);
      }}
      onCloseAutoFocus={(event) => {
        // The trigger disappears together with its card.
        if (!removed.current) return;
        event.preventDefault();
        onRemoved();
      }}
    />
  );
}

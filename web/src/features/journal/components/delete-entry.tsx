import { useRef, useState } from 'react';
import { Button } from '../../../components/button';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { messageOf } from '../../../lib/api-error';
import { useDeleteEntry } from '../api/delete-entry';
import type { Entry } from '../api/entry';

interface DeleteEntryProps {
  entry: Entry;
  day: string;
  onRemoved: () => void;
}

export function DeleteEntry({ entry, day, onRemoved }: DeleteEntryProps) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteEntry();
  const removed = useRef(false);

  const confirm = async () => {
    try {
      await remove.mutateAsync(entry._id);
    } catch {
      return; // The question stays open and shows why.
    }
    removed.current = true;
    setAsking(false);
  };

  return (
    <ConfirmDialog
      trigger={<Button variant="plainDanger">Delete</Button>}
      title="Delete this entry?"
      text={`What you wrote on ${day} will be gone for good.`}
      confirmLabel="Delete"
      open={asking}
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onOpenChange={(open) => {
        remove.reset();
        setAsking(open);
      }}
      onConfirm={() => void confirm()}
      onCloseAutoFocus={(event) => {
        // The trigger goes with its card.
        if (!removed.current) return;
        event.preventDefault();
        onRemoved();
      }}
    />
  );
}

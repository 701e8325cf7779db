import { Trans } from '@lingui/react/macro';
import { flushSync } from 'react-dom';
import { Button } from '../../../../components/forms/button';
import { beginDeletion, showDeletions } from '../../api/deletions';
import type { Entry } from '../../../../lib/entry/entry';

interface DeleteEntryProps {
  userId: string;
  entry: Entry;
  onRemoved: () => void;
}

/** Deletes without a confirmation, because it can be undone: see DeletedEntries. */
export function DeleteEntry({ userId, entry, onRemoved }: DeleteEntryProps) {
  const remove = async () => {
    await beginDeletion(userId, entry);
    // The button disappears together with its card, and the focus has to go elsewhere.
    flushSync(showDeletions);
    onRemoved();
  };
  return (
    <Button variant="quietDanger" onClick={() => void remove()}>
      <Trans>Delete</Trans>
    </Button>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/forms/button';
import { ConfirmDialog } from '../../../components/page/confirm-dialog';
import { messageOf } from '../../../lib/api/api-error';
import { useChangeBeginnings } from '../../../lib/beginnings/beginnings';
import { isolate } from '../../../lib/language/isolate';

interface DeleteItemProps {
  id: string;
  name: string;
}

/** Deletes a question or a template. */
export function DeleteItem({ id, name: asTyped }: DeleteItemProps) {
  const change = useChangeBeginnings();
  const [isAsking, setIsAsking] = useState(false);
  const name = isolate(asTyped);
  const without = <T extends { _id: string }>(items: readonly T[]) => items.filter(({ _id }) => _id !== id);
  return (
    <ConfirmDialog
      trigger={
        <Button variant="plainDanger" aria-label={t`Delete ${name}`}>
          <Trans>Delete</Trans>
        </Button>
      }
      title={t`Delete ${name}?`}
      text={t`Entries that began with it stay as they are.`}
      confirmLabel={t`Delete it`}
      open={isAsking}
      busy={change.isPending}
      error={change.isError ? messageOf(change.error) : undefined}
      onOpenChange={setIsAsking}
      onConfirm={() =>
        change.mutate(
          (here) => ({ ...here, questions: without(here.questions), templates: without(here.templates) }),
          { onSuccess: () => setIsAsking(false) },
        )
      }
    />
  );
}

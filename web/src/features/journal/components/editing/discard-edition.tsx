import { t } from '@lingui/core/macro';
import { ConfirmDialog } from '../../../../components/page/confirm-dialog';

interface DiscardEditionProps {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
  /** Called when the dialog has closed, to move the focus. */
  onClosed: () => void;
}

/** Asks before Escape discards changes to an entry. */
export function DiscardEdition({ open, onKeep, onDiscard, onClosed }: DiscardEditionProps) {
  return (
    <ConfirmDialog
      title={t`Discard your changes?`}
      text={t`The entry stays as it was saved last.`}
      confirmLabel={t`Discard`}
      cancelLabel={t`Keep editing`}
      open={open}
      busy={false}
      onOpenChange={(isOpen) => {
        if (!isOpen) onKeep();
      }}
      onConfirm={onDiscard}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
    />
  );
}

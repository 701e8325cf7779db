import { ConfirmDialog } from '../../../components/confirm-dialog';

interface DiscardEditionProps {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
  /** The dialog has closed: its caller says where the focus goes. */
  onClosed: () => void;
}

/** Asks before Escape throws away changes to an entry. */
export function DiscardEdition({ open, onKeep, onDiscard, onClosed }: DiscardEditionProps) {
  return (
    <ConfirmDialog
      title="Discard your changes?"
      text="The entry stays as it was saved last."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      open={open}
      busy={false}
      onOpenChange={(opened) => {
        if (!opened) onKeep();
      }}
      onConfirm={onDiscard}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
    />
  );
}

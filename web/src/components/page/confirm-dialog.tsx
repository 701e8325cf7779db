import { t } from '@lingui/core/macro';
import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../forms/button';
import styles from './confirm-dialog.module.css';
import { Notice } from './notice';
import { useInertPage } from './use-inert-page';

interface ConfirmDialogProps {
  /** The button that opens it. Without one, the caller opens it and sets the focus in onCloseAutoFocus. */
  trigger?: ReactNode;
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  open: boolean;
  busy: boolean;
  error?: string;
  /** Fields to fill in before confirming. */
  children?: ReactNode;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
  /** Called when the dialog closes; prevent its default to focus something other than the trigger. */
  onCloseAutoFocus?: (event: Event) => void;
}

/**
 * Asks before something is deleted for good. It does not use Radix's Overlay, which locks scrolling with a style element
 * that the gateway's CSP blocks. global.css locks scrolling instead.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useInertPage(props.open);
  return (
    <AlertDialog.Root
      open={props.open}
      // Closing it would look as if nothing happened.
      onOpenChange={(open) => (open || !props.busy) && props.onOpenChange(open)}
    >
      {props.trigger && <AlertDialog.Trigger asChild>{props.trigger}</AlertDialog.Trigger>}
      <AlertDialog.Portal>
        <div className={styles.backdrop}>
          <AlertDialog.Content className={styles.card} onCloseAutoFocus={props.onCloseAutoFocus}>
            <AlertDialog.Title className={styles.title}>{props.title}</AlertDialog.Title>
            <AlertDialog.Description className={styles.text}>{props.text}</AlertDialog.Description>
            {props.error && (
              <div className={styles.error}>
                <Notice tone="error">{props.error}</Notice>
              </div>
            )}
            {props.children && <div className={styles.fields}>{props.children}</div>}
            <div className={styles.actions}>
              <AlertDialog.Cancel asChild>
                <Button busy={props.busy}>{props.cancelLabel ?? t`Cancel`}</Button>
              </AlertDialog.Cancel>
              <Button variant="danger" busy={props.busy} onClick={props.onConfirm}>
                {props.confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

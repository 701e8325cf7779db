import { AlertDialog } from 'radix-ui';
import { useLayoutEffect, type ReactNode } from 'react';
import { Button } from './button';
import styles from './confirm-dialog.module.css';
import { Notice } from './notice';

interface ConfirmDialogProps {
  trigger: ReactNode;
  title: string;
  text: string;
  confirmLabel: string;
  open: boolean;
  busy: boolean;
  error?: string;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
  /** Called when the question goes; prevent its default to put the focus elsewhere than on the trigger. */
  onCloseAutoFocus?: (event: Event) => void;
}

/**
 * Asks before something is gone for good. Radix's own Overlay is left out on purpose: it locks scrolling by
 * writing a style element, which the gateway's CSP refuses; global.css does that with a selector.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useInertPage(props.open);
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Trigger asChild>{props.trigger}</AlertDialog.Trigger>
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
            <div className={styles.actions}>
              <AlertDialog.Cancel asChild>
                <Button>Cancel</Button>
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

/** The question stands outside the page's root, so all of the page can be put out of reach of keys and readers. */
function useInertPage(inert: boolean): void {
  // Before the focus goes back to the page, which happens right after the question has gone.
  useLayoutEffect(() => {
    const page = document.getElementById('root');
    if (!inert || !page) return;
    page.inert = true;
    return () => {
      page.inert = false;
    };
  }, [inert]);
}

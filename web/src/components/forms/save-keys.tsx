import { t } from '@lingui/core/macro';
import type { KeyboardEvent } from 'react';
import { isComposing } from '../../lib/screen/composing';
import styles from './save-keys.module.css';

/** For a form's onKeyDown: Ctrl + Enter, on a Mac ⌘ + Enter, submits from anywhere in it. */
export function submitBySaveKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (isComposing(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** For the save button itself, so that screen readers name the keys with it. */
export const SAVE_KEYS = 'Control+Enter Meta+Enter';

/** Whether keys go with ⌘ here, and not with Ctrl. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Shows the keys beside the save button. */
export function SaveKeys() {
  return (
    <span className={styles.keys} aria-hidden="true" dir="ltr">
      <kbd>{isApple() ? '⌘' : t({ message: 'Ctrl', context: 'key' })}</kbd> +{' '}
      <kbd>{t({ message: 'Enter', context: 'key' })}</kbd>
    </span>
  );
}

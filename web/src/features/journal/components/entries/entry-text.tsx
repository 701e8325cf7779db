import { useId, type ComponentProps } from 'react';
import styles from '../writing/writing-page.module.css';

/** The id of the text area for a new entry. The list below it gives it the focus. */
export const NEW_TEXT_ID = 'new-entry-text';

interface EntryTextProps extends ComponentProps<'textarea'> {
  label: string;
  hint?: string;
  error?: string;
}

/** The text area for a new entry and in the editor. */
export function EntryText({ label, hint, error, ...rest }: EntryTextProps) {
  const id = useId();
  return (
    <>
      <textarea
        required
        {...rest}
        className={styles.text}
        dir="auto"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </>
  );
}

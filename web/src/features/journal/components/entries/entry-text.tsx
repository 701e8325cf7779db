import { useId, type ComponentProps } from 'react';
import { FieldNote, notedBy } from '../../../../components/forms/field';
import { formByKeys, TextButtons } from '../fields/text-buttons';
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
        onKeyDown={formByKeys}
        {...rest}
        className={styles.text}
        dir="auto"
        aria-label={label}
        {...notedBy(`${id}-note`, { error, hint })}
      />
      <TextButtons />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </>
  );
}

import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { useCopy } from '../../lib/use-copy';
import { Button } from '../forms/button';
import styles from './copy-field.module.css';
import { Notice } from './notice';

interface CopyFieldProps {
  label: string;
  hint?: string;
  /** What is copied. */
  value: string;
  /** The text to show instead, for example in groups that are easier to type. */
  shown?: string;
}

/** A code or an address to copy, fully visible on any screen: it wraps, one click selects it, and a button copies it. */
export function CopyField({ label, hint, value, shown = value }: CopyFieldProps) {
  const id = useId();
  const { copied, copy } = useCopy(value);
  return (
    <div className={styles.field}>
      <p id={`${id}-label`} className={styles.label}>
        {label}
      </p>
      <div className={styles.row}>
        <code role="group" aria-labelledby={`${id}-label`} className={styles.value} dir="ltr">
          {shown}
        </code>
        <Button aria-describedby={`${id}-label`} onClick={copy}>
          <Trans>Copy</Trans>
        </Button>
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {copied === true && (
        <Notice tone="success">
          <Trans>Copied.</Trans>
        </Notice>
      )}
      {copied === false && (
        <Notice tone="error">
          <Trans>Your browser does not allow copying here. Select the text instead.</Trans>
        </Notice>
      )}
    </div>
  );
}

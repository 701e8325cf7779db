import { t } from '@lingui/core/macro';
import { useState, type ComponentProps } from 'react';
import { Field } from '../field';
import styles from '../field.module.css';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  hint?: string;
  error?: string;
};

/** A password field that can show what is typed. */
export function PasswordField({ label, hint, error, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className={styles.inset}>
          <input
            {...rest}
            {...wiring}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
          />
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={shown}
            aria-controls={wiring.id}
            title={shown ? t`Hide password` : t`Show password`}
            onClick={() => setShown(!shown)}
          >
            {shown
              ? t({ message: 'Hide', context: 'password' })
              : t({ message: 'Show', context: 'password' })}
          </button>
        </div>
      )}
    </Field>
  );
}

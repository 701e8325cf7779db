import { t } from '@lingui/core/macro';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { TextField } from '../field';

interface WithCode {
  code: string;
}

interface CodeFieldProps<T extends WithCode> {
  form: UseFormReturn<T>;
  autoFocus?: boolean;
}

/** Asks for a code of the second factor, of either kind. */
export function CodeField<T extends WithCode>({ form, autoFocus }: CodeFieldProps<T>) {
  const name = 'code' as FieldPath<T>;
  return (
    <TextField
      label={t`A code from your app, or a recovery code`}
      type="text"
      autoFocus={autoFocus}
      autoComplete="one-time-code"
      required
      spellCheck={false}
      autoCapitalize="none"
      error={form.getFieldState(name, form.formState).error?.message}
      {...form.register(name, { required: t`Enter the code` })}
    />
  );
}

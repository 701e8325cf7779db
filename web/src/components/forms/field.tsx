import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldParts {
  label: string;
  hint?: string;
  error?: string;
}

/** What is wrong with a control, or else its hint. The control names it with `aria-describedby`. */
export function FieldNote({ id, error, hint }: { id: string; error?: string; hint?: string }) {
  const note = error ?? hint;
  if (!note) return null;
  return (
    <p id={id} className={error ? styles.error : styles.hint}>
      {note}
    </p>
  );
}

/** The attributes of a control that name its note. @param id of the note */
export const notedBy = (id: string, { error, hint }: { error?: string; hint?: string }) => ({
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': error || hint ? id : undefined,
});

interface Wiring {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, a control, and an error or hint below it, linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldParts & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        ...notedBy(`${id}-note`, { error, hint }),
      })}
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

/**
 * `autoFocus` focuses the field as soon as it is mounted. The form's own `setFocus` runs one task later, and a user who
 * keeps typing would lose the first letters.
 */
export function TextField({ label, hint, error, ...rest }: FieldParts & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => <input dir="auto" {...rest} {...wiring} />}
    </Field>
  );
}

export function SelectField({ label, hint, error, ...rest }: FieldParts & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => <select {...rest} {...wiring} />}
    </Field>
  );
}

import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import type { EntryValues } from '../../../../lib/entry/entry-values';
import styles from '../writing/writing-page.module.css';

interface InertWhileSavingProps {
  form: UseFormReturn<EntryValues>;
  children: ReactNode;
}

/** Fields that cannot be changed while the form is being saved, because the request would not contain the change. */
export function InertWhileSaving({ form, children }: InertWhileSavingProps) {
  const { isSubmitting, isSubmitted, errors } = form.formState;
  const fields = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  /** A browser takes the focus from an inert field, and does not give it to one. */
  const restoreFocus = useEffectEvent(() => {
    // After a save the form was reset, and the focus moves to the saved entry.
    if (!isSubmitted) return;
    const names = Object.keys(form.getValues()) as FieldPath<EntryValues>[];
    const invalid = names.find((name) => name in errors);
    if (invalid) form.setFocus(invalid);
    // It is at the body then, or at the page's main part after a press on an inert field.
    const isNowhere = document.activeElement?.contains(fields.current) ?? true;
    if (isNowhere && focused.current instanceof HTMLElement) focused.current.focus();
  });
  useLayoutEffect(() => {
    // Set here and not while rendering, so that the focus is known before the browser takes it.
    if (isSubmitting) focused.current = document.activeElement;
    fields.current?.toggleAttribute('inert', isSubmitting);
    if (isSubmitting || !focused.current) return;
    restoreFocus();
    focused.current = null;
  }, [isSubmitting]);
  return (
    <div ref={fields} className={styles.fields}>
      {children}
    </div>
  );
}

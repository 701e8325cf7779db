import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { toApiError } from './api-error';

/** Shows the server's errors about a form's fields at those fields. */
export function showAtFields<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): void {
  const fields = form.getValues();
  for (const { field, msg } of toApiError(error).errors) {
    if (field !== undefined && Object.hasOwn(fields, field))
      form.setError(field as FieldPath<T>, { message: msg }, { shouldFocus: true });
  }
}

/** The server's errors about no field of the form, to show above it; undefined if there are none. */
export function beyondFields<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
): string | undefined {
  if (!error) return undefined;
  const fields = form.getValues();
  const others = toApiError(error).errors.filter(
    ({ field }) => field === undefined || !Object.hasOwn(fields, field),
  );
  return others.length > 0 ? others.map(({ msg }) => msg).join(' ') : undefined;
}

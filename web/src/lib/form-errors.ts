import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { toApiError } from './api-error';

/** Shows what the server says of a form's fields at those fields. */
export function showAtFields<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): void {
  const fields = form.getValues();
  for (const { field, msg } of toApiError(error).errors) {
    if (field !== undefined && Object.hasOwn(fields, field))
      form.setError(field as FieldPath<T>, { message: msg }, { shouldFocus: true });
  }
}

/** What the server says of none of a form's fields, to be shown above it; undefined where there is nothing. */
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

import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { toApiError } from '../../lib/api/api-error';
import { inSentences } from '../../lib/language/sentences';

/** Shows the server's errors at the fields of a form, and focuses the first of these fields. */
export function showAtFields<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): void {
  const { errors } = toApiError(error);
  // The default values are listed in the order of the page.
  const invalidFields = Object.keys(form.getValues()).flatMap((name) => {
    const fieldError = errors.find(({ field }) => field === name);
    return fieldError ? [{ name: name as FieldPath<T>, message: fieldError.msg }] : [];
  });
  invalidFields.forEach(({ name, message }, index) =>
    form.setError(name, { message }, { shouldFocus: index === 0 }),
  );
}

/** The server's errors that belong to no field of the form, to show above it; undefined if there are none. */
export function beyondFields<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
): string | undefined {
  if (!error) return undefined;
  const fields = form.getValues();
  const others = toApiError(error).errors.filter(
    ({ field }) => field === undefined || !Object.hasOwn(fields, field),
  );
  return others.length > 0 ? inSentences(...others.map(({ msg }) => msg)) : undefined;
}

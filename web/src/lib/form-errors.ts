import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { toApiError } from './api-error';

/** Shows the server's errors about a form's fields at those fields, and focuses the first of them on the page. */
export function showAtFields<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): void {
  const { errors } = toApiError(error);
  // Defaults are listed in the order of the page.
  const wrong = Object.keys(form.getValues()).flatMap((name) => {
    const found = errors.find(({ field }) => field === name);
    return found ? [{ name: name as FieldPath<T>, message: found.msg }] : [];
  });
  wrong.forEach(({ name, message }, index) => form.setError(name, { message }, { shouldFocus: index === 0 }));
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

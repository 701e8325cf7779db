import { plural } from '@lingui/core/macro';

/** `1 day`, `18 days`. */
export const daysInWords = (days: number): string => plural(days, { one: '# day', other: '# days' });

import { locale } from '../../../lib/language/language';

/** "1.2 MB", or the number alone with `style: 'decimal'`. */
export const megabytes = (bytes: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    ...options,
  }).format(bytes / 1_000_000);

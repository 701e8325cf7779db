import { numberInWords } from './formats';

const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000 * MEGABYTE;

/** "1.2 MB", or the number alone with `style: 'decimal'`. */
export const megabytes = (bytes: number, options: Intl.NumberFormatOptions = {}): string =>
  numberInWords(bytes / MEGABYTE, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    ...options,
  });

/** "1.2 MB", "3.4 GB". */
export const bytesInWords = (bytes: number): string =>
  bytes < GIGABYTE
    ? megabytes(bytes)
    : numberInWords(bytes / GIGABYTE, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 });

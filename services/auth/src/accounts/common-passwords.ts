import { dictionary } from '@zxcvbn-ts/language-common';

/** What people choose most, in small letters: 49,000 words of the lists that leaks have left. */
const COMMON = new Set(dictionary['passwords-common']);

/** Is it, in whatever case, among what is guessed first? */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}

import { dictionary } from '@zxcvbn-ts/language-common';

/** What people choose most, in small letters: 49,000 words of the lists that leaks have left. */
const COMMON = new Set(dictionary['passwords-common']);

/** What is guessed first by who knows what this is: up to three of these words, and nothing else that is a letter. */
const OF_THIS_PRODUCT =
  /^(?:my|the|inner|weather|mood|moods|journal|journals|diary|entry|entries|insight|insights){1,3}$/;

/** Is it, in whatever case, among what is guessed first? */
export function isCommonPassword(password: string): boolean {
  const small = password.toLowerCase();
  return COMMON.has(small) || OF_THIS_PRODUCT.test(small.replace(/\P{Letter}/gu, ''));
}

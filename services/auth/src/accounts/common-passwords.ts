import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,000 most common passwords of public leaks, in lower case. */
const COMMON = new Set(dictionary['passwords-common']);

/** Passwords that people who know this product guess first: up to three of these words, and no other letters. */
const OF_THIS_PRODUCT =
  /^(?:my|the|inner|weather|mood|moods|journal|journals|diary|entry|entries|insight|insights){1,3}$/;

/** Is it among the passwords that are guessed first? Case makes no difference. */
export function isCommonPassword(password: string): boolean {
  const small = password.toLowerCase();
  return COMMON.has(small) || OF_THIS_PRODUCT.test(small.replace(/\P{Letter}/gu, ''));
}

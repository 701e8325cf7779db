import { list } from '../files/reading';

/** The texts of a list. Anything else in it is left out. */
export const texts = (value: unknown): string[] =>
  list(value).filter((item): item is string => typeof item === 'string');

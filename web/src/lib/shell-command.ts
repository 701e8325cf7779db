/** A command for a POSIX shell. Inside single quotes only a single quote ends them. */
export const shellCommand = (...words: string[]): string =>
  words.map((word) => (/^[\w-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');

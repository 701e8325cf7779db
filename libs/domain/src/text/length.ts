/**
 * The length of a text as every limit counts it: in code points, as JSON Schema does. An emoji of two code units is one,
 * a joined one such as a family is as many as it is joined of.
 */
export const lengthOf = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/** The beginning of a text, `max` long at most. Cuts no code point in half. */
export const beginningOf = (text: string, max: number): string =>
  text.length <= max ? text : [...text].slice(0, max).join('');

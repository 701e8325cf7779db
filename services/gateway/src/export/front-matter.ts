import { oneLine } from '@inner-weather/domain/text/one-line';

/** Characters that JSON leaves as they are, but YAML does not allow (https://yaml.org/spec/1.2.2/#51-character-set). */
const NOT_IN_YAML = /[\ufeff\ufffe\uffff]/g;

/**
 * YAML front matter of lists of texts, each text once. Empty texts and lists are left out; '' if nothing is left. Values
 * are always quoted, so that none is taken for a number, a date or a mark of YAML.
 * @param numbers further properties, by names in any words
 */
export function frontMatter(
  lists: Record<string, string[]>,
  numbers: ReadonlyMap<string, number> = new Map(),
): string {
  const properties = Object.entries(lists).flatMap(([name, values]) => {
    const lines = [...new Set(values)].filter(Boolean).map((value) => `  - ${quoted(value)}\n`);
    return lines.length > 0 ? [`${name}:\n${lines.join('')}`] : [];
  });
  for (const [name, number] of numbers) properties.push(`${quoted(name)}: ${number}\n`);
  return properties.length > 0 ? `---\n${properties.join('')}---\n\n` : '';
}

/** A text in quotation marks as in JSON, of which YAML is a superset but for some characters. */
const quoted = (text: string): string =>
  JSON.stringify(oneLine(text)).replaceAll(
    NOT_IN_YAML,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );

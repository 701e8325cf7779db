import { parse } from 'yaml';
import { linesOf } from '../texts/lines';
import { isRecord } from './reading';

export interface WithFrontMatter {
  data: Record<string, unknown>;
  /** The lines below it. */
  lines: string[];
  /** The number of the first of these lines in the file, from 1. */
  firstLine: number;
  /** If it is not YAML: what it says. */
  broken?: string;
}

/** Characters and lines of a front matter. What is longer is a text between two lines. */
const CHARACTERS = 20_000;
const LINES = 500;
/** How deep lists and maps may lie in each other. The parser calls itself for each, and a browser without stack ends the page. */
const DEPTH = 50;
/** Lists in each other on one line, to the same depth. */
const DEEP_LIST = /(?:[-?][ \t]+){50}/;

/** Reads the YAML between `---` lines at the start of a note. */
export function frontMatterOf(text: string): WithFrontMatter {
  const lines = linesOf(text);
  if (!/^---\s*$/.test(lines[0]?.slice(0, 20) ?? '')) return { data: {}, lines, firstLine: 1 };
  const end = lines
    .slice(0, LINES)
    .findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line.slice(0, 20)));
  const yaml = lines.slice(1, end).join('\n');
  // Without an end, or without anything like a field, `---` is a line across the page.
  if (end < 0 || yaml.length > CHARACTERS || (yaml.trim() !== '' && !/^\s*[^\s:#][^:\n]*:(\s|$)/m.test(yaml)))
    return { data: {}, lines, firstLine: 1 };
  const below = { lines: lines.slice(end + 1), firstLine: end + 2 };
  if (isTooDeep(yaml)) return { data: {}, ...below, broken: yaml };
  try {
    const data: unknown = parse(yaml, { schema: 'core', logLevel: 'error', maxAliasCount: 20 });
    return { data: isRecord(data) ? data : {}, ...below };
  } catch {
    return { data: {}, ...below, broken: yaml };
  }
}

function isTooDeep(yaml: string): boolean {
  let depth = 0;
  for (const [bracket] of yaml.matchAll(/[[{}\]]/g)) {
    depth = '[{'.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > DEPTH) return true;
  }
  return DEEP_LIST.test(yaml);
}

import { mediaKindOf } from './media';
import { isRecord, list, number, record, text } from '../files/reading';
import type { Instead } from '../understood';

/** Embedded things of a Quill delta. */
const EMBEDDED: Readonly<Record<string, Instead>> = { image: 'photo', video: 'video', audio: 'recording' };

const LISTS: Readonly<Record<string, string>> = {
  bullet: '- ',
  ordered: '1. ',
  checked: '- [x] ',
  unchecked: '- [ ] ',
};

/**
 * The words of a Quill delta (https://quilljs.com/docs/delta) as Markdown, without marks of letters such as bold, and the
 * kinds of media between them.
 */
export function wordsOfDelta(delta: unknown): { words: string; media: Instead[] } {
  const media: Instead[] = [];
  const lines: string[] = [];
  let line = '';
  for (const { insert, attributes } of list(record(delta).ops).map(record)) {
    if (isRecord(insert)) media.push(...Object.keys(insert).map(kindOf));
    const [first = '', ...rest] = text(insert).split('\n');
    line += linked(first, attributes);
    for (const part of rest) {
      // The attributes of a line are those of its line break.
      lines.push(beginningOf(attributes) + line);
      line = linked(part, attributes);
    }
  }
  return { words: [...lines, line].join('\n').trim(), media };
}

const kindOf = (type: string): Instead =>
  (Object.hasOwn(EMBEDDED, type) ? EMBEDDED[type] : undefined) ?? mediaKindOf('');

function linked(words: string, attributes: unknown): string {
  const link = text(record(attributes).link);
  return link === '' || words.trim() === '' || words === link ? words : `[${words}](${link})`;
}

function beginningOf(attributes: unknown): string {
  const { list: kind, header, blockquote } = record(attributes);
  const level = number(header) ?? 0;
  if (level >= 1 && level <= 6) return `${'#'.repeat(level)} `;
  if (blockquote === true) return '> ';
  return (Object.hasOwn(LISTS, text(kind)) && LISTS[text(kind)]) || '';
}

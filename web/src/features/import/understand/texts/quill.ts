import { list, number, record, text } from '../files/reading';
import { LineBeginnings, type LineKind } from './list-lines';
import { mediaKindOf, mediaMark } from './media';
import { linkInWords } from './kept-markdown';
import type { Instead } from '../understood';

/** Embedded things of a Quill delta. */
const EMBEDDED: Readonly<Record<string, Instead>> = { image: 'photo', video: 'video', audio: 'recording' };

const LISTS: Readonly<Record<string, LineKind>> = {
  bullet: 'bullet',
  ordered: 'number',
  checked: 'checked',
  unchecked: 'unchecked',
};

/**
 * The words of a Quill delta (https://quilljs.com/docs/delta) as plain text, and the kinds of media between them.
 * @param isTaken whether a photo comes along, so that it needs no mark in its place
 */
export function wordsOfDelta(
  delta: unknown,
  isTaken: (photo: string) => boolean,
): { words: string; media: Instead[] } {
  const media: Instead[] = [];
  const lines: string[] = [];
  const beginnings = new LineBeginnings();
  let line = '';
  for (const { insert, attributes } of list(record(delta).ops).map(record)) {
    for (const [type, value] of Object.entries(record(insert))) {
      const kind = kindOf(type);
      media.push(kind);
      if (kind !== 'photo' || !isTaken(text(value))) line += mediaMark(kind);
    }
    const [first = '', ...rest] = text(insert).split('\n');
    line += linked(first, attributes);
    for (const part of rest) {
      // The attributes of a line are those of its line break.
      lines.push(beginningOf(attributes, beginnings) + line);
      line = linked(part, attributes);
    }
  }
  return { words: [...lines, line].join('\n').trim(), media };
}

const kindOf = (type: string): Instead =>
  (Object.hasOwn(EMBEDDED, type) ? EMBEDDED[type] : undefined) ?? mediaKindOf('');

function linked(words: string, attributes: unknown): string {
  const link = text(record(attributes).link);
  return link === '' || words.trim() === '' ? words : linkInWords(words, link);
}

function beginningOf(attributes: unknown, beginnings: LineBeginnings): string {
  const { list: kind, blockquote, indent } = record(attributes);
  const ofList = Object.hasOwn(LISTS, text(kind)) ? LISTS[text(kind)] : undefined;
  return beginnings.of(ofList ?? (blockquote === true ? 'quote' : undefined), number(indent) ?? 0);
}

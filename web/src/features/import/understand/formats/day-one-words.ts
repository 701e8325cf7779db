import { withoutScripts } from '../texts/html';
import { mediaMark } from '../texts/media';
import { list, record, text } from '../files/reading';
import type { Instead } from '../understood';

/* The words of Day One: Markdown whose punctuation has backslashes, or rich text in JSON. */

/** Code, in which a backslash is a backslash. The first alternative is an escaped backtick, which begins none. */
const CODE = /\\[^]|```[^]*?```|`[^`\n]{1,1000}`/g;

/** The lengths are bounded, so that a text of brackets takes no longer than others. */
const MARKDOWN = new RegExp(
  [
    // A backslash before punctuation.
    String.raw`\\([!-/:-@[-\`{-~])`,
    // A picture, recording or file of the entry.
    String.raw`!\[[^\]\n]{0,500}\]\(dayone-moment:/{1,2}(?:(\w{1,30})/)?([^)\s]{0,500})\)`,
    // A link to another entry.
    String.raw`\[((?:\\.|[^\]\\\n]){0,500})\]\(dayone2?:[^)\s]{0,500}\)`,
  ].join('|'),
  'g',
);

const MOMENTS: Readonly<Record<string, Instead>> = {
  photo: 'photo',
  video: 'video',
  audio: 'recording',
  pdfAttachment: 'file',
};

/** Whether the photo with this identifier comes along. It then stands below the words. */
export type TakePhoto = (identifier: string) => boolean;

function markOf(type: string, identifier: string, take: TakePhoto): string {
  const kind = (Object.hasOwn(MOMENTS, type) ? MOMENTS[type] : undefined) ?? 'file';
  return kind === 'photo' && take(identifier) ? GONE : mediaMark(kind);
}

/** In place of a photo that comes along. Like the marks of media, a noncharacter. */
const GONE = '\ufdd2';

/** The words around photos that come along: a paragraph remains one. */
function joinedAround(words: string): string {
  const parts = words.split(GONE);
  if (parts.length === 1) return words;
  let joined = '';
  let isBroken = false;
  for (const part of parts) {
    // Day One writes zero-width spaces around pictures.
    const isBlank = (at: number) => /[\s\u200b]/.test(part.charAt(at));
    let [from, to] = [0, part.length];
    while (from < to && isBlank(from)) from += 1;
    while (to > from && isBlank(to - 1)) to -= 1;
    isBroken ||= part.slice(0, from).includes('\n');
    if (from === to) continue;
    joined += (joined === '' ? '' : isBroken ? '\n\n' : ' ') + part.slice(from, to);
    isBroken = part.slice(to).includes('\n');
  }
  return joined;
}

/** Plain Markdown, with marks in place of what does not come along. */
export function wordsOfMarkdown(markdown: string, take: TakePhoto): string {
  let words = '';
  let from = 0;
  for (const code of markdown.matchAll(CODE)) {
    if (code[0].startsWith('\\')) continue;
    words += proseOf(markdown.slice(from, code.index), take) + code[0];
    from = code.index + code[0].length;
  }
  words += proseOf(markdown.slice(from), take);
  return joinedAround(words)
    .replace(/^\u200b+$/gm, '')
    .trim();
}

const proseOf = (markdown: string, take: TakePhoto): string =>
  withoutScripts(markdown).replace(
    MARKDOWN,
    (whole: string, punctuation?: string, type?: string, identifier?: string, link?: string) => {
      if (punctuation !== undefined) return punctuation;
      if (link !== undefined) return link.replace(/\\([!-/:-@[-`{-~])/g, '$1');
      return whole.startsWith('!') ? markOf(type ?? 'photo', identifier ?? '', take) : whole;
    },
  );

/** The words of an entry that has only rich text: `{contents: [{text} | {embeddedObjects: [{type}]}]}`. */
export function wordsOfRichText(json: string, take: TakePhoto): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return '';
  }
  const parts = list(record(parsed).contents).map((part) => {
    const { text: words, embeddedObjects } = record(part);
    const marks = list(embeddedObjects)
      .map(record)
      .map(({ type, identifier }) => markOf(text(type), text(identifier), take));
    return text(words) + marks.map((mark) => `\n${mark}\n`).join('');
  });
  return joinedAround(parts.join('')).trim();
}

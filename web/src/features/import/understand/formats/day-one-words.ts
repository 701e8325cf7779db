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
    String.raw`!\[[^\]\n]{0,500}\]\(dayone-moment:/{1,2}(?:(\w{1,30})/)?[^)\s]{0,500}\)`,
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

const markOf = (type: string): string =>
  mediaMark((Object.hasOwn(MOMENTS, type) ? MOMENTS[type] : undefined) ?? 'file');

/** Plain Markdown, with marks in place of pictures and recordings. */
export function wordsOfMarkdown(markdown: string): string {
  let words = '';
  let from = 0;
  for (const code of markdown.matchAll(CODE)) {
    if (code[0].startsWith('\\')) continue;
    words += proseOf(markdown.slice(from, code.index)) + code[0];
    from = code.index + code[0].length;
  }
  words += proseOf(markdown.slice(from));
  // Day One writes zero-width spaces around pictures.
  return words.replace(/^\u200b+$/gm, '').trim();
}

const proseOf = (markdown: string): string =>
  withoutScripts(markdown).replace(
    MARKDOWN,
    (whole: string, punctuation?: string, type?: string, link?: string) => {
      if (punctuation !== undefined) return punctuation;
      if (link !== undefined) return link.replace(/\\([!-/:-@[-`{-~])/g, '$1');
      return whole.startsWith('!') ? markOf(type ?? 'photo') : whole;
    },
  );

/** The words of an entry that has only rich text: `{contents: [{text} | {embeddedObjects: [{type}]}]}`. */
export function wordsOfRichText(json: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return '';
  }
  const parts = list(record(parsed).contents).map((part) => {
    const { text: words, embeddedObjects } = record(part);
    const marks = list(embeddedObjects).map((embedded) => markOf(text(record(embedded).type)));
    return text(words) + marks.map((mark) => `\n${mark}\n`).join('');
  });
  return parts.join('').trim();
}

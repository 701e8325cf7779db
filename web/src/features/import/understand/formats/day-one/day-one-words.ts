import { list, number, record, text } from '../../files/reading';
import { withoutScripts } from '../../texts/html';
import { LineBeginnings, type LineKind } from '../../texts/list-lines';
import { mediaMark } from '../../texts/media';
import { linkInWords, keptMarkdown } from '../../texts/kept-markdown';
import type { Instead, NotTaken } from '../../understood';

/* The words of Day One: Markdown whose punctuation has backslashes, or rich text in JSON. */

/** Code, in which a backslash is a backslash. The first alternative is an escaped backtick, which begins none. */
const CODE = /\\[^]|```[^]*?```|`[^`\n]{1,1000}`/g;

/** The lengths are bounded, so that a text of brackets takes no longer than others. */
const MARKDOWN = new RegExp(
  [
    // A backslash before punctuation.
    String.raw`\\[!-/:-@[-\`{-~]`,
    // A picture, recording or file of the entry.
    String.raw`!\[[^\]\n]{0,500}\]\(dayone-moment:/{1,2}(?:(\w{1,30})/)?([^)\s]{0,500})\)`,
    // A link to another entry.
    String.raw`\[((?:\\.|[^\]\\\n]){0,500})\]\(dayone2?:[^)\s]{0,500}\)`,
  ].join('|'),
  'g',
);

const MEDIA: Readonly<Record<string, Instead>> = {
  photo: 'photo',
  video: 'video',
  audio: 'recording',
  pdfAttachment: 'file',
};

/** What is embedded and has no words, by parts of the names of its types. */
const OTHERS: readonly [RegExp, NotTaken][] = [
  [/activity|workout|steps/i, 'activities'],
  [/song|music|podcast/i, 'music'],
  [/location|place|map/i, 'places'],
  [/contact|person/i, 'people'],
];

/** What becomes of the things that are embedded in the words. */
export interface Embedded {
  /** Whether the photo with this identifier comes along. It then stands below the words. */
  takePhoto: (identifier: string) => boolean;
  /** Counts what stays in the app, other than media. */
  leave: (kind: NotTaken) => void;
}

/** The words in place of something embedded. A link is its address, a rule a line. */
function wordsInPlaceOf(object: Record<string, unknown>, { takePhoto, leave }: Embedded): string {
  const [type, address] = [text(object.type), text(object.url)];
  const media = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;
  if (media) return media === 'photo' && takePhoto(text(object.identifier)) ? GONE : mediaMark(media);
  if (type === 'horizontalRuleLine') return '---';
  if (type === 'renderableCodeBlock') return text(object.contents);
  if (address !== '') return address;
  // A link to another entry has no words.
  if (type !== 'dayOneEntry') leave(OTHERS.find(([names]) => names.test(type))?.[1] ?? 'others');
  return '';
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

/** The words of Markdown, with marks in place of what does not come along. */
export function wordsOfMarkdown(markdown: string, embedded: Embedded): string {
  let words = '';
  let from = 0;
  for (const code of markdown.matchAll(CODE)) {
    if (code[0].startsWith('\\')) continue;
    words += proseOf(markdown.slice(from, code.index), embedded) + code[0];
    from = code.index + code[0].length;
  }
  words += proseOf(markdown.slice(from), embedded);
  return keptMarkdown(joinedAround(words).replace(/^\u200b+$/gm, '')).trim();
}

const proseOf = (markdown: string, embedded: Embedded): string =>
  withoutScripts(markdown).replace(
    MARKDOWN,
    (whole: string, type?: string, identifier?: string, link?: string) => {
      if (link !== undefined) return link;
      return whole.startsWith('!') ? wordsInPlaceOf({ type: type ?? 'photo', identifier }, embedded) : whole;
    },
  );

/** A part of a line, and where it leads if it is a link. */
type Part = [words: string, link: string];

/**
 * The words of an entry that has only rich text: `{contents: [{text, attributes} | {embeddedObjects}]}`. The attributes of a
 * line are those of any text in it.
 */
export function wordsOfRichText(json: string, embedded: Embedded): string {
  let contents: unknown[];
  try {
    contents = list(record(JSON.parse(json)).contents);
  } catch {
    return '';
  }
  const lines: string[] = [];
  const beginnings = new LineBeginnings();
  let parts: Part[] = [];
  let attributes: Record<string, unknown> = {};
  const close = () => {
    // The levels of lists begin at 1.
    const beginning = beginnings.of(kindOf(attributes), (number(attributes.indentLevel) ?? 1) - 1);
    lines.push(beginning + joinedParts(parts));
    [parts, attributes] = [[], {}];
  };
  for (const node of contents.map(record)) {
    const ofNode = record(node.attributes);
    text(node.text)
      .split('\n')
      .forEach((words, index) => {
        if (index > 0) close();
        if (words === '' && (index > 0 || node.text !== '\n')) return;
        attributes = { ...record(ofNode.line), ...attributes };
        parts.push([words, text(ofNode.linkURL)]);
      });
    for (const object of list(node.embeddedObjects)) {
      if (parts.length > 0) close();
      const words = wordsInPlaceOf(record(object), embedded);
      if (words !== '') lines.push(words);
    }
  }
  close();
  return joinedAround(lines.join('\n')).trim();
}

/** Neighbours with the same address are one link. */
const joinedParts = (parts: Part[]): string =>
  parts
    .reduce<Part[]>((joined, [words, link]) => {
      const last = joined.at(-1);
      if (last?.[1] === link) last[0] += words;
      else joined.push([words, link]);
      return joined;
    }, [])
    .map(([words, link]) => (link === '' || words === '' ? words : linkInWords(words, link)))
    .join('');

function kindOf({ listStyle, checked, quote }: Record<string, unknown>): LineKind {
  const style = text(listStyle).toLowerCase();
  if (style.startsWith('check') || (style === '' && typeof checked === 'boolean'))
    return checked === true ? 'checked' : 'unchecked';
  if (/^(number|order)/.test(style)) return 'number';
  return style === '' ? (quote === true ? 'quote' : undefined) : 'bullet';
}

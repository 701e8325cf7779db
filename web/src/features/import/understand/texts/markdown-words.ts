import { MEDIA_NOT_TAKEN, mediaMark } from './media';
import { keptMarkdown } from './kept-markdown';
import type { Instead, NotTaken } from '../understood';

export interface MarkdownWords {
  words: string;
  /** Of a text without words: what is embedded in it. */
  instead?: Instead;
  /** Hashtags in the text, where they stay. */
  tags: string[];
  notTaken: Partial<Record<NotTaken, number>>;
}

const KINDS = [
  ['photo', /\.(jpe?g|png|gif|webp|avif|heic|heif|svg|bmp|tiff?)$/i],
  ['video', /\.(mp4|mov|webm|mkv|avi|m4v|ogv|3gp)$/i],
  ['recording', /\.(mp3|m4a|wav|ogg|oga|opus|flac|aac|amr)$/i],
  ['file', /\.(pdf|docx?|xlsx?|zip|canvas|excalidraw|csv|txt)$/i],
] as const;

/** Code, in which nothing is a link or a tag. */
const CODE = /(```[\s\S]*?```|`[^`\n]*`)/;

// Nothing here may begin within itself, so that a text of a million beginnings takes no longer than another one.
const EMBEDDED_NOTE = /([ \t]?)!\[\[([^[\]\n]*)\]\]/g;
const PICTURE = /([ \t]?)!\[([^[\]\n]*)\]\(([^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)/g;
/** The address before a title. It may have blanks between `<` and `>`. */
const PATH = /^\s*(?:<([^<>]*)>|([^\s"]*))/;
const HTML_PICTURE = /<img\b[^<>]*>/gi;
const SOURCE = /\ssrc\s{0,9}=\s{0,9}["']?([^"'<>]*)/i;
/** A tag of several words, and what Logseq notes below a block. */
const LONG_TAG = /#\[\[([^[\]\n]+)\]\]/g;
const BLOCK_FIELD = /^[ \t]+(?:id|collapsed):: [^\n]*\n?/gm;
const LINK = /\[\[([^[\]\n]+)\]\]/g;
const HASHTAG = /(?:^|[\s(,;])#([\p{L}\p{M}\p{N}\p{Extended_Pictographic}\u200d\ufe0f_/-]+)/gu;

/**
 * The words of Markdown as Obsidian writes it: links are words, and what is embedded is counted, with a mark in its place.
 * @param takePhoto is given each photo, counts it, and says whether it comes along, so that it needs no mark
 */
export function wordsOfMarkdown(markdown: string, takePhoto: (path: string) => boolean): MarkdownWords {
  const counts: MarkdownWords['notTaken'] = {};
  const tags: string[] = [];
  let instead: Instead | undefined;
  /** The mark in place of an embedded thing, '' for a photo that comes along, or undefined for a note. */
  const markOf = (target: string, otherwise?: 'photo', photo = target): string | undefined => {
    const path = target.replace(/[?#].*$/, '').trim();
    const kind = KINDS.find(([, extension]) => extension.test(path))?.[0] ?? otherwise;
    if (!kind) return undefined;
    instead ??= kind;
    if (kind === 'photo') return takePhoto(photo.replace(/[?#].*$/, '').trim()) ? '' : mediaMark(kind);
    counts[MEDIA_NOT_TAKEN[kind]] = (counts[MEDIA_NOT_TAKEN[kind]] ?? 0) + 1;
    return mediaMark(kind);
  };
  const plain = (part: string): string => {
    const text = part
      .replace(EMBEDDED_NOTE, (_, blank: string, link: string) => {
        const [target = '', caption = ''] = link.split('|');
        const mark = markOf(target);
        return mark === undefined ? blank + wordsOfLink(link) : withCaption(blank, mark, caption);
      })
      .replace(PICTURE, (_, blank: string, caption: string, target: string) => {
        const path = PATH.exec(target.slice(0, 2_000))?.slice(1).find(Boolean) ?? '';
        const named = KINDS.some(([, extension]) => extension.test(path)) ? path : caption;
        return withCaption(blank, markOf(named, 'photo', path) ?? '', caption);
      })
      .replace(
        HTML_PICTURE,
        (picture) => markOf(SOURCE.exec(picture.slice(0, 2_000))?.[1] ?? '', 'photo') ?? '',
      )
      .replace(BLOCK_FIELD, '')
      .replace(LONG_TAG, (_, tag: string) => {
        tags.push(wordsOfLink(tag));
        return wordsOfLink(tag);
      })
      .replace(LINK, (_, link: string) => wordsOfLink(link));
    for (const [, tag = ''] of text.matchAll(HASHTAG)) if (/[^\p{N}/_-]/u.test(tag)) tags.push(tag);
    return text;
  };
  const marked = markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? plain(part) : part))
    .join('');
  const words = keptMarkdown(marked).trim();
  return { words, ...(instead && { instead }), tags, notTaken: counts };
}

function withCaption(blank: string, mark: string, caption: string): string {
  const words = [mark, isCaption(caption) ? caption.trim() : ''].filter(Boolean).join(' ');
  return words && blank + words;
}

/** `[[folder/Note#Part|shown]]` is "shown", and `[[folder/Note#^4f]]` is "Note". */
function wordsOfLink(link: string): string {
  const [target = '', ...shown] = link.split('|');
  if (shown.length > 0 && shown.join('|').trim() !== '') return shown.join('|').trim();
  const [path = '', ...parts] = target.split('#').filter((part) => !part.startsWith('^'));
  return [path.replace(/^.*\//, '').replace(/\.md$/i, ''), ...parts]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' > ');
}

/** Whether the text of a picture is words, and not its size or the name of its file. */
const isCaption = (text: string): boolean =>
  !/^\s*(\d+(x\d+)?|image|img|.*\.\w{2,5})?\s*$/i.test(text.slice(0, 500).replace(/\|\s*\d+(x\d+)?$/, ''));

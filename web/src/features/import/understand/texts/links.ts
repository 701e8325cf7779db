import { decodedPath } from '../files/reading';

/** A link or a picture in Markdown. */
export interface Link {
  isPicture: boolean;
  /** The words that it shows, or what is on the picture. */
  text: string;
  /** Decoded, without a title behind it. */
  target: string;
}

/** Code, in which nothing is a link. */
const CODE = /(```[\s\S]*?```|`[^`\n]*`)/;

// Nothing here may begin within itself, so that a text of a million beginnings takes no longer than another one.
const LINK = /(!?)\[([^[\]\n]*)\]\(([^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)/g;
/** The address before a title. It may have blanks between `<` and `>`. */
const TARGET = /^\s*(?:<([^<>]*)>|([^\s"]*))/;

/** Replaces links and pictures by what `wordsOf` gives; undefined leaves one as it is. */
export function replaceLinks(markdown: string, wordsOf: (link: Link) => string | undefined): string {
  const replaced = (part: string) =>
    part.replace(LINK, (whole, sign: string, text: string, written: string) => {
      const target = decodedPath(TARGET.exec(written.slice(0, 2_000))?.slice(1).find(Boolean) ?? '');
      return wordsOf({ isPicture: sign === '!', text: text.trim(), target }) ?? whole;
    });
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? replaced(part) : part))
    .join('');
}

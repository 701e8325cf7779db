import { Parser } from 'htmlparser2';

/** What begins on a line of its own, and what ends one paragraph and begins the next. */
const LINES = new Set(['div', 'li', 'tr', 'ul', 'ol', 'table', 'section', 'article', 'dt', 'dd']);
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'hr']);
/** Elements whose contents are no words. */
const HIDDEN = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'iframe',
  'object',
  'noscript',
  'svg',
]);

/**
 * The words of HTML as plain text: entities are characters, `<br>` and blocks are line breaks, items of lists begin with
 * `- `. Depth does not matter, since nothing is nested here.
 * @param pictureMark what stands in place of a picture with this source: '' for one that comes along
 */
export function textOfHtml(html: string, pictureMark = (_source: string): string => ''): string {
  // Joined at the end, because searching the end of a text that grows takes a time that grows with its square.
  const pieces: string[] = [];
  let hidden = 0;
  /** The line breaks at the end. Nothing needs to be separated from the beginning. */
  let breaks = Infinity;
  const lineBreaks = (count: number) => {
    for (; breaks < count; breaks += 1) pieces.push('\n');
  };
  const parser = new Parser({
    onopentag(name, { src = '' }) {
      if (HIDDEN.has(name)) hidden += 1;
      if (name === 'br') lineBreaks(breaks + 1);
      else if (PARAGRAPHS.has(name)) lineBreaks(2);
      else if (LINES.has(name)) lineBreaks(1);
      if (hidden > 0) return;
      if (name === 'img') {
        const mark = pictureMark(src);
        if (mark !== '') breaks = 0;
        pieces.push(mark);
      }
      if (name === 'li') {
        pieces.push('- ');
        // A paragraph in an item begins beside its mark.
        breaks = Infinity;
      }
      if ((name === 'td' || name === 'th') && breaks === 0 && pieces.at(-1)?.endsWith(' ') === false)
        pieces.push(' ');
    },
    ontext(words) {
      if (hidden > 0) return;
      const text = words.replace(/[\n\r\t ]+/g, ' ');
      if (/[^ ]/.test(text)) breaks = 0;
      pieces.push(text);
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden = Math.max(0, hidden - 1);
      if (name === 'li' && breaks === Infinity) breaks = 0;
      if (PARAGRAPHS.has(name)) lineBreaks(2);
      else if (LINES.has(name)) lineBreaks(1);
    },
  });
  parser.write(html);
  parser.end();
  const lines = pieces.join('').replaceAll('\u00a0', ' ').split('\n');
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A text that may contain HTML, such as Markdown, without its scripts and styles. */
export function withoutScripts(text: string): string {
  const opening = /<(script|style)\b[^>]{0,1000}>/gi;
  let kept = '';
  let from = 0;
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const closing = new RegExp(`</${open[1]}\\s{0,20}>`, 'gi');
    closing.lastIndex = opening.lastIndex;
    if (!closing.test(text)) break;
    kept += text.slice(from, open.index);
    from = opening.lastIndex = closing.lastIndex;
  }
  return kept + text.slice(from);
}

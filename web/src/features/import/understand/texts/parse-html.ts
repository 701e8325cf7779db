import { Parser, type ParserOptions } from 'htmlparser2';

/** Where an element's tag is in the text. */
export interface TagPlace {
  from: number;
  /** Behind it. */
  to: number;
}

export interface HtmlHandlers {
  onOpenTag: (name: string, attributes: Record<string, string>, place: TagPlace) => void;
  onText: (text: string) => void;
  /** Called for each element, also for one without a closing tag. */
  onCloseTag: (name: string, place: TagPlace) => void;
  /** All elements end here without being closed, since they are too deep within each other. */
  onTooDeep?: () => void;
}

/** Elements within each other. The parser's time grows with the square of their number. */
const DEPTH_MAX = 1_000;

/** Elements whose text is not parsed. */
const RAW = new Set(['script', 'style', 'title', 'textarea']);

/** Reads HTML, however deep its elements are. */
export function parseHtml(html: string, handlers: HtmlHandlers, options?: ParserOptions): void {
  for (let from = 0; from < html.length;) from = parseFrom(html, from, handlers, options);
}

/** @returns how far it came */
function parseFrom(
  html: string,
  from: number,
  { onOpenTag, onText, onCloseTag, onTooDeep }: HtmlHandlers,
  options?: ParserOptions,
): number {
  let depth = 0;
  let end = html.length;
  const place = (): TagPlace => ({ from: from + parser.startIndex, to: from + parser.endIndex + 1 });
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        onOpenTag(name, attributes, place());
        if (depth <= DEPTH_MAX || RAW.has(name)) return;
        end = place().to;
        parser.pause();
      },
      ontext: onText,
      onclosetag(name) {
        depth -= 1;
        onCloseTag(name, place());
      },
    },
    options,
  );
  parser.write(html.slice(from));
  if (end < html.length) onTooDeep?.();
  else parser.end();
  return end;
}

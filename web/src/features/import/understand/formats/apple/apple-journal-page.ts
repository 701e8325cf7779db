import { textOfHtml } from '../../texts/html';
import { parseHtml } from '../../texts/parse-html';

/** A thing in an entry, such as a photo or a state of mind. */
export interface Item {
  /** As the app calls it: `photo`, `stateOfMind`. */
  kind: string;
  /** The name of its files, without the extension. */
  id: string;
  picture?: string;
  link?: string;
  /** What is written on it. */
  texts: string[];
  /** Of a state of mind: `#RRGGBB`, as it is written. */
  colour?: string;
}

export interface Page {
  /** The day in words; undefined if it is no page of an entry. */
  heading?: string;
  /** The title and the question, in the order of the page, and the text. */
  words: string;
  items: Item[];
}

const SECTIONS = ['pageHeader', 'title', 'reflectionPrompt', 'bodyText'] as const;

interface Section {
  name: (typeof SECTIONS)[number];
  from: number;
  to: number;
}

/**
 * Reads the page of an entry. Its elements are closed across each other: the title begins in a `span` that ends within it, and
 * the text is opened in one paragraph and closed in another one. So each section lasts until the next one begins.
 */
export function pageOf(html: string): Page {
  const sections: Section[] = [];
  const items: Item[] = [];
  /** The open elements of the grid of things, whose elements are closed in order. */
  let depth = 0;
  let item: Item | undefined;
  const begin = (name: Section['name'], from: number) => {
    sections.push({ name, from, to: Infinity });
    depth = 0;
    item = undefined;
  };
  const end = (to: number) => {
    const open = sections.at(-1);
    if (open) open.to = Math.min(open.to, to);
  };
  parseHtml(html, {
    onOpenTag(name, attributes, place) {
      const classes = (attributes.class ?? '').split(/\s+/, 20);
      const section = SECTIONS.find((one) => classes.includes(one));
      if (section) {
        end(place.from);
        return begin(section, place.to);
      }
      const kind = classes.find((one) => one.startsWith('assetType_'))?.slice('assetType_'.length);
      if (depth === 0 && (kind !== undefined || classes.includes('assetGrid'))) end(place.from);
      else if (depth === 0) return;
      if (name === 'div') depth += 1;
      if (kind !== undefined) {
        const { id = '', style = '' } = attributes;
        const colour = /background-color:\s*(#[\da-f]{6})\b/i.exec(style.slice(0, 1_000))?.[1];
        item = { kind, id, texts: [], ...(colour && { colour }) };
        items.push(item);
      }
      item?.texts.push('');
      // Beside a picture there may be signs, such as the one for playing a song.
      if (item && name === 'img' && !/icon/i.test(attributes.class ?? '')) item.picture ??= attributes.src;
      if (item && name === 'a') item.link ??= attributes.href;
    },
    onText(words) {
      const { texts = [] } = item ?? {};
      if (texts.length > 0) texts.push((texts.pop() ?? '') + words);
    },
    onCloseTag(name, place) {
      if (name !== 'div' || depth === 0) return;
      depth -= 1;
      if (depth === 0) begin('bodyText', place.to);
    },
  });
  const written = sections.map(({ name, from, to }) => ({ name, text: textOfHtml(html.slice(from, to)) }));
  const heading = written.find(({ name }) => name === 'pageHeader')?.text;
  return {
    ...(heading !== undefined && { heading }),
    words: written
      .filter(({ name, text }) => name !== 'pageHeader' && text !== '')
      .map(({ text }) => text)
      .join('\n\n'),
    items: items.map((one) => ({ ...one, texts: one.texts.map((text) => text.trim()).filter(Boolean) })),
  };
}

import { textOfHtml } from '../../texts/html';
import { mediaKindOf } from '../../texts/media';
import { parseHtml } from '../../texts/parse-html';

/** A page of Notion's export as HTML: the title, the properties by their names, and the words. */
export interface HtmlPage {
  title: string;
  cells: Map<string, string>;
  body: string;
}

/** What is a page, and not just any: the table of properties or the text of one. */
export const isNotionHtml = (start: string): boolean =>
  /<article\b[^<>]{0,300}\bclass="page\b/.test(start) || /\bclass="page-(?:body|title)"/.test(start);

const BODY = /<div class="page-body">/;

/** Boxes to check, and pictures, as Markdown has them, since they are no words of HTML. */
const CHECKBOX = /<div class="checkbox checkbox-(on|off)">\s*<\/div>/g;
const PICTURE = /<img\b[^<>]*>/g;
const SOURCE = /\ssrc="([^"<>]*)"/;

export function pageOfHtml(html: string): HtmlPage {
  const from = BODY.exec(html)?.index ?? html.length;
  const body = html
    .slice(from)
    .replace(CHECKBOX, (_, state) => (state === 'on' ? '[x] ' : '[ ] '))
    .replace(PICTURE, (picture) => {
      const source = SOURCE.exec(picture.slice(0, 2_000))?.[1];
      return source === undefined ? '' : `<p>![](&lt;${source}&gt;)</p>`;
    });
  return { ...headOf(html.slice(0, from)), body: textOfHtml(body) };
}

/** Each property is a row: its name in one cell, and its values in the other, which may be several or a box. */
function headOf(head: string): Pick<HtmlPage, 'title' | 'cells'> {
  const cells = new Map<string, string>();
  let [title, name, value, where] = ['', '', '', ''];
  let isFile = false;
  parseHtml(head, {
    onOpenTag(tag, { class: names = '', href = '' }) {
      if (tag === 'h1' && names.includes('page-title')) where = 'title';
      if (tag === 'th') [where, name] = ['name', ''];
      if (tag === 'td') [where, value] = ['value', ''];
      if (where !== 'value') return;
      if (names.includes('selected-value') && value !== '') value += ', ';
      if (names.includes('checkbox-on')) value += 'Yes';
      if (names.includes('checkbox-off')) value += 'No';
      // A file of the export, whose name alone would not be found.
      if (tag !== 'a' || mediaKindOf(href) === 'file') return;
      value += value === '' ? href : `, ${href}`;
      isFile = true;
    },
    onText(text) {
      if (isFile) return;
      if (where === 'title') title += text;
      if (where === 'name') name += text;
      if (where === 'value') value += text;
    },
    onCloseTag(tag) {
      if (tag === 'td' && name.trim() !== '') cells.set(name.trim(), value.trim());
      if (tag === 'a' || tag === 'td') isFile = false;
      if (['h1', 'th', 'td'].includes(tag)) where = '';
    },
  });
  return { title: title.trim(), cells };
}

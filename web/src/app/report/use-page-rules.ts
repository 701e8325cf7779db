import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { isRightToLeft } from '../../lib/language/language';
import type { Choices } from './choices';

/** Between the paper and its edge. `--margin` of report.module.css is the same on the screen. */
const MARGIN = '18mm';

/** A text for `content`. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ')}"`;

/**
 * The size of the paper, and the line below each page, while the page is shown. Rules for `@page` cannot depend on anything
 * in a stylesheet. Browsers without margin boxes leave the line out.
 */
export function usePageRules(paper: Choices['paper'], title: string): void {
  useEffect(() => {
    // Without it, the paper is what the browser's dialog says.
    if (!('adoptedStyleSheets' in document) || typeof CSSStyleSheet.prototype.replaceSync !== 'function')
      return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rulesOf(paper, title));
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [paper, title]);
}

export function rulesOf(paper: Choices['paper'], title: string): string {
  const [start, end] = isRightToLeft() ? ['right', 'left'] : ['left', 'right'];
  return `@page {
    size: ${paper === 'a4' ? 'A4' : 'letter'};
    margin: ${MARGIN};
    @bottom-${start} { content: ${quoted(title)}; ${SMALL} }
    @bottom-${end} { content: ${pageOfPages()}; ${SMALL} }
  }`;
}

const SMALL = "font: 9pt 'Figtree Variable', system-ui, sans-serif; color: #645d54;";

/** `"Page " counter(page) " of " counter(pages)`. */
function pageOfPages(): string {
  const [page, pages] = ['\u0001', '\u0002'];
  return t({ message: `Page ${page} of ${pages}`, comment: 'Below each printed page' })
    .split(/([\u0001\u0002])/)
    .map((part) => {
      if (part === page) return 'counter(page)';
      return part === pages ? 'counter(pages)' : quoted(part);
    })
    .join(' ');
}

import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

export interface PdfPage {
  /** Points: 72 to the inch. */
  width: number;
  height: number;
  /** In the order of reading, with single blanks. */
  text: string;
  /** Pictures made of pixels. */
  images: number;
  /** From where to where each piece of text is, in points from the left. */
  pieces: { from: number; until: number }[];
}

interface PdfText {
  str: string;
  hasEOL: boolean;
  width: number;
  /** A matrix whose last two values are the place on the page. */
  transform: number[];
}

/** What is used of pdf.js, whose own types the package does not resolve. */
interface PdfFile {
  numPages: number;
  getPage(number: number): Promise<{
    /** Left, bottom, right and top, in points. */
    view: number[];
    getTextContent(): Promise<{ items: (PdfText | { type: string })[] }>;
    getOperatorList(): Promise<{ fnArray: number[] }>;
  }>;
  cleanup(): Promise<unknown>;
}

interface PdfOperators {
  paintImageXObject: number;
  paintInlineImageXObject: number;
}

/** What is on each page of a PDF. */
export async function pagesOf(bytes: Uint8Array): Promise<PdfPage[]> {
  const { OPS } = (await getResolvedPDFJS()) as unknown as { OPS: PdfOperators };
  const file = (await getDocumentProxy(new Uint8Array(bytes))) as unknown as PdfFile;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const { items } = await page.getTextContent();
    const { fnArray } = await page.getOperatorList();
    pages.push({
      width: right - left,
      height: top - bottom,
      text: items
        .map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
        .join('')
        .replace(/\s+/g, ' '),
      images: fnArray.filter((one) => one === OPS.paintImageXObject || one === OPS.paintInlineImageXObject)
        .length,
      pieces: items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const from = item.transform[4] ?? 0;
        return [{ from, until: from + item.width }];
      }),
    });
  }
  await file.cleanup();
  return pages;
}

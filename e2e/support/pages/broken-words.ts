import type { Page } from 'playwright-core';

/** The words that continue on another line. Addresses may, and words that are joined by anything but blanks. */
export const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const results: string[] = [];
    while (texts.nextNode()) {
      const { currentNode } = texts;
      if (!currentNode.parentElement?.checkVisibility() || currentNode.parentElement.closest('svg')) continue;
      for (const { 0: word, index } of (currentNode.textContent ?? '').matchAll(
        /(?<=^|\s)\p{L}+(?=[.,:;!?…]?(?:\s|$))/gu,
      )) {
        const range = document.createRange();
        range.setStart(currentNode, index);
        range.setEnd(currentNode, index + word.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) results.push(word);
      }
    }
    return results;
  });

import type { Page } from 'playwright-core';

/** The words behind which something shines. */
export const behindWords = (page: Page) =>
  page.evaluate(() => {
    const lights = [...document.querySelectorAll('[data-light]')]
      .map((light) => light.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const results: string[] = [];
    while (words.nextNode()) {
      const { currentNode } = words;
      if (!currentNode.textContent?.trim() || !currentNode.parentElement?.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(currentNode);
      const isLit = [...range.getClientRects()].some((word) =>
        lights.some(
          (light) =>
            word.left < light.right &&
            word.right > light.left &&
            word.top < light.bottom &&
            word.bottom > light.top,
        ),
      );
      if (isLit) results.push(currentNode.textContent);
    }
    return lights.length > 0 ? results : ['nothing shines'];
  });

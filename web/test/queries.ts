import { configure, getConfig } from '@testing-library/react';

/*
 * Testing Library asks jsdom about each element at each change of the page, which took a third of the time of these
 * tests. These are cheaper ways to the same answers.
 */

// While a test waits for an element, each failed attempt would print the whole page. The last one still does.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
      ? new Error(message ?? '')
      : getElementError(message, container),
});

/** The attributes by which jsdom's own style sheet, the only one here, decides what is displayed. */
const STYLED_BY = ['hidden', 'open', 'style', 'type'];

// jsdom compares each element with each rule. Elements with the same name and the same of these attributes match the
// same rules.
const computeStyle = window.getComputedStyle.bind(window);
const styles = new Map<string, CSSStyleDeclaration>();
window.getComputedStyle = (element, pseudo) => {
  if (pseudo) return computeStyle(element, pseudo);
  const kind = [element.localName, ...STYLED_BY.map((name) => element.getAttribute(name) ?? 'none')].join(
    '\n',
  );
  let style = styles.get(kind);
  if (!style) styles.set(kind, (style = computeStyle(element)));
  return style;
};

// jsdom walks through the whole page, and again for each label in it.
for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement])
  Object.defineProperty(prototype, 'labels', {
    get(this: HTMLElement) {
      return [...this.ownerDocument.querySelectorAll('label')].filter((label) =>
        label.htmlFor ? label.htmlFor === this.id : label.contains(this),
      );
    },
  });

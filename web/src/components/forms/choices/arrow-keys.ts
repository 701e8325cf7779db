import type { KeyboardEvent } from 'react';
import { isRightToLeft } from '../../../lib/language/language';

/**
 * For the onKeyDown of a group of radio buttons. On a page from right to left, the left arrow goes to the next one. Browsers
 * do not agree on that.
 */
export function turnArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  if (!isRightToLeft() || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
  const radios = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const from = radios.findIndex((radio) => radio === event.target);
  if (from === -1) return;
  event.preventDefault();
  const step = event.key === 'ArrowLeft' ? 1 : radios.length - 1;
  const next = radios[(from + step) % radios.length];
  next?.focus();
  next?.click();
}

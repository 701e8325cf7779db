import { useEffect, useState } from 'react';

/**
 * Sets `--keyboard` on the root to the height, in pixels, that an on-screen keyboard covers at the bottom of the window. It
 * is 0 in browsers that shrink the window instead.
 */
export function useKeyboardHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    let known = 0;
    const measure = () => {
      // If the user has zoomed in, most of the hidden part is not behind a keyboard.
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      const height = Math.max(0, Math.round(covered));
      // Setting it computes all styles again.
      if (height === known) return;
      known = height;
      document.documentElement.style.setProperty('--keyboard', `${height}px`);
    };
    // After the first layout, which asking for heights would force a second time.
    const first = requestAnimationFrame(measure);
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      cancelAnimationFrame(first);
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, []);
}

/** CSS pixels by which a window grows at least when a keyboard closes. An address bar is smaller. */
const KEYBOARD_PX = 120;

/** Types of inputs that need no keyboard. */
const PRESSED = ['button', 'checkbox', 'file', 'radio', 'submit'];

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !PRESSED.includes(target.type));

/** Whether an on-screen keyboard is probably open: a text field has the focus, and the window has not grown since. */
export function useIsTyping(): boolean {
  const [isTyping, setIsTyping] = useState(() => isTextField(document.activeElement));
  useEffect(() => {
    const viewport = window.visualViewport;
    let lowest = Infinity;
    const onFocus = ({ target }: FocusEvent) => {
      lowest = Infinity;
      setIsTyping(isTextField(target));
    };
    const onBlur = () => setIsTyping(false);
    const onResize = () => {
      const height = viewport?.height ?? 0;
      lowest = Math.min(lowest, height);
      // A keyboard can be closed and opened again while the field keeps the focus.
      setIsTyping(isTextField(document.activeElement) && height < lowest + KEYBOARD_PX);
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    viewport?.addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
      viewport?.removeEventListener('resize', onResize);
    };
  }, []);
  return isTyping;
}

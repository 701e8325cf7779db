/** The most CSS pixels that a finger moves during a tap. */
const TAP_PX = 10;

/**
 * Gives a press to the control that was pressed, even if it has moved before the release: because a list above it closed
 * as a field lost the focus, or something arrived. Otherwise the browser clicks what is under the pointer by then.
 */
export function keepPresses(): void {
  let press: { control: HTMLElement; x: number; y: number } | undefined;
  const begin = ({ target, isPrimary, button, clientX: x, clientY: y }: PointerEvent) => {
    const control =
      target instanceof Element
        ? target.closest<HTMLElement>('a, button, label, summary, input, [role=option]')
        : null;
    press = control && isPrimary && button === 0 ? { control, x, y } : undefined;
  };
  const end = (event: MouseEvent) => {
    if (!press) return;
    const { control, x, y } = press;
    press = undefined;
    const isOnControl = event.composedPath().includes(control);
    // Dragging away is how a press is taken back.
    const isDrag = Math.hypot(event.clientX - x, event.clientY - y) > TAP_PX;
    if (isOnControl || isDrag || !control.isConnected) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    control.click();
  };
  // Before any other listener, so that no other control takes the click.
  window.addEventListener('pointerdown', begin, true);
  window.addEventListener('pointercancel', () => (press = undefined), true);
  window.addEventListener('click', end, true);
}

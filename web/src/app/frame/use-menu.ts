import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

export interface Menu {
  isOpen: boolean;
  /** Whether it is open at the bottom of the window. */
  isBelow: boolean;
  /** @param button gets the focus back when Escape closes the menu */
  toggle: (button: HTMLElement, isBelow?: boolean) => void;
  close: () => void;
}

/** The menu of a small screen. Buttons that open it have `aria-controls="menu"`. */
export function useMenu(): Menu {
  const { key: page } = useLocation();
  // It belongs to the page where it was opened, so any navigation closes it.
  const [opened, setOpened] = useState<{ page: string; button: HTMLElement; isBelow: boolean }>();
  const open = opened?.page === page ? opened : undefined;

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpened(undefined);
      open.button.focus();
    };
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest('#menu, [aria-controls=menu]')) setOpened(undefined);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open]);

  return {
    isOpen: open !== undefined,
    isBelow: open?.isBelow === true,
    toggle: (button, isBelow = false) => setOpened(open ? undefined : { page, button, isBelow }),
    close: () => setOpened(undefined),
  };
}

import { page } from '../lib/language/language';

declare global {
  interface Window {
    /** Of public/look.js. */
    notLoaded: (reload: () => void) => HTMLElement;
  }
}

/** Milliseconds after which code and texts that could not be fetched are asked for again. */
const PAUSE_MS = 2_000;

/** Draws into an empty page, once more if something that it needs could not be fetched. If that fails too, the page says so. */
export async function drawInto(root: Element, draw: () => Promise<void>): Promise<void> {
  try {
    await draw().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      await draw();
    });
  } catch (error) {
    // oxlint-disable-next-line no-console
    console.error(error);
    sayNotOpened(root);
  }
}

function sayNotOpened(root: Element): void {
  root.replaceChildren(window.notLoaded(() => page.reload()));
  root.querySelector('button')?.focus();
}

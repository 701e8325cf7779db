/* eslint lingui/no-unlocalized-strings: "off" -- The texts of the page's language may be what could not be fetched. */
import buttons from '../components/forms/button.module.css';
import { page } from '../lib/language/language';
import styles from './frame/layout.module.css';

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
  const title = Object.assign(document.createElement('h1'), {
    textContent: 'Inner Weather could not be loaded',
  });
  const words = Object.assign(document.createElement('p'), {
    textContent: 'Nothing you have saved is lost.',
  });
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: `${buttons.button} ${buttons.primary}`,
    textContent: 'Reload',
    onclick: () => page.reload(),
  });
  const main = Object.assign(document.createElement('main'), {
    className: `${styles.column} ${styles.notLoaded}`,
    lang: 'en',
    dir: 'ltr',
  });
  main.append(title, words, button);
  root.replaceChildren(main);
  button.focus();
}

import { useSyncExternalStore } from 'react';

/** The browser's offer to install the page; only some browsers make one. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

declare global {
  interface Window {
    /** public/look.js keeps it, since it comes once, soon after the start of the page. */
    installOffer?: InstallOffer | undefined;
  }
}

const EVENTS = ['beforeinstallprompt', 'appinstalled'];

function subscribe(listener: () => void): () => void {
  for (const name of EVENTS) window.addEventListener(name, listener);
  return () => {
    for (const name of EVENTS) window.removeEventListener(name, listener);
  };
}

/** Asks whether to install the page; undefined if the browser does not offer it. */
export function useInstall(): (() => void) | undefined {
  const offer = useSyncExternalStore(subscribe, () => window.installOffer);
  return offer && (() => void offer.prompt().catch(() => undefined));
}

/** Whether the page was opened from the home screen or as a window of its own. */
export function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  const isWindow = 'matchMedia' in window && window.matchMedia('(display-mode: standalone)').matches;
  return standalone === true || isWindow;
}

const APPLE_DEVICES = /iPhone|iPad|iPod|(?<mac>Macintosh)/;

/** Whether the page can be added to the home screen only by its user, in the menu Share. iPads say that they are Macs. */
export function isAddedByHand(): boolean {
  const device = APPLE_DEVICES.exec(navigator.userAgent);
  return device !== null && (device.groups?.mac === undefined || navigator.maxTouchPoints > 1);
}

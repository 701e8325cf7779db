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
const DESKTOP_FIREFOX = /^(?!.*Android).*Firefox\//;

/**
 * Where users find a way to install the page by themselves: in the menu Share of Apple's small devices, of which iPads say that
 * they are Macs, or in the menu of the browser. Undefined for Firefox on computers, which has none.
 */
export function menuToInstall(): 'share' | 'browser' | undefined {
  const { userAgent, maxTouchPoints } = navigator;
  const device = APPLE_DEVICES.exec(userAgent);
  if (device !== null && (device.groups?.mac === undefined || maxTouchPoints > 1)) return 'share';
  return DESKTOP_FIREFOX.test(userAgent) ? undefined : 'browser';
}

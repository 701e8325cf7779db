import { join } from 'node:path';
import { firefox } from 'playwright-core';
import { killProcessesOf } from './browser.js';

/** Starts the browser, and answers what it does not know. */
const RELAY = join(import.meta.dirname, 'firefox-relay.mjs');

/** What Firefox asks its makers for, and shows people, when it starts. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'ui.prefersReducedMotion': 1,
};

/**
 * Debian's Firefox, whose data is in a folder, so that it is there again after the browser was killed.
 * @param url the stack
 * @param preferences as in about:config
 */
export async function launchFirefox(
  folder: string,
  url: string,
  preferences: Record<string, string | number | boolean> = {},
) {
  const context = await firefox.launchPersistentContext(folder, {
    channel: 'moz-firefox',
    executablePath: RELAY,
    firefoxUserPrefs: { ...PREFERENCES, ...preferences },
    baseURL: url,
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    timeout: 60_000,
  });
  context.setDefaultTimeout(30_000);
  return { context, kill: () => killProcessesOf(folder) };
}

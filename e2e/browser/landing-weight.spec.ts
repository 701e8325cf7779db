import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { launch, Visit } from '../support/pages/browser.js';

const DIST = resolve(import.meta.dirname, '../../web/dist');

/** Compressed bytes of JavaScript that the landing page may load. */
const SCRIPT_BYTES_MAX = 130_000;

/** Bytes of fonts; their format is already compressed. */
const FONT_BYTES_MAX = 100_000;

const bytesOf = (path: string): number => statSync(join(DIST, path)).size;

describe('the landing page', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(() => browser.close());

  it('loads little JavaScript, and only the fonts that it uses', async () => {
    const visit = await Visit.start(browser, { worker: true });
    const { page } = visit;
    const line = await visit.context.newCDPSession(page);
    await line.send('Network.enable');
    const bytes = new Map<string, number>();
    const paths = new Map<string, string>();
    line.on('Network.responseReceived', ({ requestId, response }) =>
      paths.set(requestId, new URL(response.url).pathname),
    );
    // Bytes on the wire, headers included.
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      bytes.set(paths.get(requestId) ?? requestId, encodedDataLength),
    );
    await page.goto('/');
    await page.getByRole('link', { name: 'Join', exact: true }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState('networkidle');
    const sum = (ending: string): number =>
      [...bytes].filter(([path]) => path.endsWith(ending)).reduce((total, [, size]) => total + size, 0);

    expect(sum('.js')).toBeGreaterThan(0);
    expect(sum('.js')).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    expect(sum('.woff2')).toBeGreaterThan(0);
    expect(sum('.woff2')).toBeLessThanOrEqual(FONT_BYTES_MAX);
    expect([...bytes.keys()].filter((path) => /-ext-|days|insights|journal|settings/.test(path))).toEqual([]);
    expect(visit.errors).toEqual([]);
    await visit.close();
  });

  it('has both compressed versions of every text file', () => {
    const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
    const texts = files.filter((file) => /\.(?:js|css|html)$/.test(file) && bytesOf(file) > 1_000);
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((file) => !files.includes(`${file}.br`) || !files.includes(`${file}.gz`))).toEqual(
      [],
    );
  });
});

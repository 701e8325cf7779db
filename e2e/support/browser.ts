import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PASSWORD, type Person } from './api.js';
import { noteWritten } from './at-rest.mjs';
import { stackUrl, takesScreenshots } from './config.js';

const SCREENSHOTS = resolve(import.meta.dirname, '../screenshots');

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

export type Size = keyof typeof SIZES;
export type Scheme = 'light' | 'dark';

/** Each device and each theme once, because the layout depends only on the device and the colours only on the theme. */
export const TWO_DEVICES: [Size, Scheme][] = [
  ['desktop', 'light'],
  ['phone', 'dark'],
];

interface VisitOptions {
  size?: Size;
  scheme?: Scheme;
  /** The language and region that the browser asks for. */
  locale?: string;
  /** The address of another stack than the one that the suites of a run share. */
  url?: string;
}

/** Chromium without windows, which needs a quarter less of the processors, or else the whole one. */
const FIND_BROWSER = 'command -v chromium-headless-shell || command -v chromium';

const findBrowser = (): string => execFileSync('sh', ['-c', FIND_BROWSER], { encoding: 'utf8' }).trim();

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: ARGUMENTS });
}

/**
 * A browser whose data is in a folder, so that it is there again after the browser was killed.
 * @param url the stack
 */
export async function launchProfile(folder: string, url: string) {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    args: ARGUMENTS,
    baseURL: url,
    viewport: SIZES.desktop,
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  // The process is found by its folder, which no other has.
  const kill = () => {
    for (const pid of processesOf(folder)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended with the others.
      }
    }
  };
  return { context, kill };
}

/** The processes that name a text in their command line. */
const processesOf = (text: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandOf(pid).includes(text))
    .map(Number);

/** '' if the process has ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** A user's browser on one kind of device, and every error that it reported. */
export class Visit {
  /** Uncaught errors, and errors that a page wrote to the console. */
  readonly errors: string[] = [];
  /** Requests that were answered with 4xx or 5xx, which a browser writes to its console: `403 GET /api/…`. */
  readonly refused: string[] = [];
  /** Addresses outside the stack that a page asked for. */
  readonly foreign: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    url: string,
  ) {
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      // Chromium writes every 4xx answer to the console; the suites cause those on purpose: see `refused`.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.errors.push(message.text());
      }
    });
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.status() >= 400)
        this.refused.push(`${response.status()} ${response.request().method()} ${pathname}`);
    });
    page.on('request', (request) => {
      if (request.headers()['content-type'] === 'application/json') noteWritten(request.postDataJSON());
      if (!request.url().startsWith(`${url}/`) && !/^(data|blob):/.test(request.url()))
        this.foreign.push(request.url());
    });
  }

  static async start(
    browser: Browser,
    { size = 'desktop', scheme = 'light', locale = 'en-GB', url = stackUrl() }: VisitOptions = {},
  ): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: SIZES[size],
      colorScheme: scheme,
      locale,
      timezoneId: 'Europe/Lisbon',
      hasTouch: size === 'phone',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(15_000);
    return new Visit(context, await context.newPage(), url);
  }

  /** Opens a session without the form, which `browser/walk.spec.ts` fills in, and goes to the journal. */
  async logIn({ user }: Person): Promise<void> {
    const data = { email: user.email, password: PASSWORD };
    const answer = await this.page.request.post('/api/login', { data });
    expect(answer.status()).toBe(200);
    await this.page.goto('/journal');
  }

  /** The page must fit the width of the screen. Takes a screenshot of the whole page, for people to look at. */
  async shoot(name: string): Promise<void> {
    const { page } = this;
    await page.evaluate(() => document.fonts.ready);
    if (takesScreenshots()) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
    }
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }

  /**
   * `shoot`, and the page must be accessible. `alike` selects what is repeated so often that it is left out there, and
   * looked at elsewhere.
   */
  async look(name: string, within = 'html', alike?: string): Promise<void> {
    const { page } = this;
    await this.shoot(name);
    // Without frames, which the page has none of, axe needs a third of the time.
    const axe = new AxeBuilder({ page })
      .include(within)
      .setLegacyMode()
      .options({ resultTypes: ['violations'] });
    if (alike) axe.exclude(alike);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

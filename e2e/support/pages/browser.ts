import { eventually } from '@inner-weather/testing/eventually';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { PASSWORD, type Person, type signUpForm } from '../requests/api.js';
import { noteWritten } from '../at-rest.mjs';
import { stackUrl, takesScreenshots } from '../stacks/config.js';
import { printIfFailed } from './failed-pages.js';

const SCREENSHOTS = resolve(import.meta.dirname, '../../screenshots');

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

interface VisitOptions {
  size?: Size;
  scheme?: Scheme;
  /** The language and region that the browser asks for. */
  locale?: string;
  /** The address of another stack than the one that the suites of a run share. */
  url?: string;
  /**
   * With the service worker, which fetches and compiles all files of the page, in each context again. That takes more of
   * the processors than what most suites do; those that need it say so.
   */
  worker?: boolean;
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
export async function launchProfile(
  folder: string,
  url: string,
  changes: Partial<Pick<BrowserContextOptions, 'timezoneId'>> = {},
) {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    args: ARGUMENTS,
    baseURL: url,
    viewport: SIZES.desktop,
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    reducedMotion: 'reduce',
    ...changes,
  });
  context.setDefaultTimeout(30_000);
  printIfFailed(context);
  return { context, kill: () => killProcessesOf(folder) };
}

/** Kills the processes of a browser at once, by its folder, which no other has. */
export function killProcessesOf(folder: string): void {
  for (const pid of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with the others.
    }
  }
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
    private readonly size: Size,
    private readonly scheme: Scheme,
  ) {
    printIfFailed(context);
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
    {
      size = 'desktop',
      scheme = 'light',
      locale = 'en-GB',
      url = stackUrl(),
      worker = false,
    }: VisitOptions = {},
  ): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: SIZES[size],
      colorScheme: scheme,
      locale,
      timezoneId: 'Europe/Lisbon',
      hasTouch: size === 'phone',
      reducedMotion: 'reduce',
      serviceWorkers: worker ? 'allow' : 'block',
    });
    context.setDefaultTimeout(30_000);
    return new Visit(context, await context.newPage(), url, size, scheme);
  }

  /** Opens a session without the form, which `browser/walk.spec.ts` fills in, and goes to an address. */
  async logIn({ user }: Person, address = '/journal'): Promise<void> {
    const data = { email: user.email, password: PASSWORD };
    const answer = await this.page.request.post('/api/login', { data });
    expect(answer.status()).toBe(200);
    await this.page.goto(address);
  }

  /** Makes text twice as large, as WCAG 1.4.4 asks for, and waits until the page fits again. */
  async enlarge(): Promise<void> {
    const { page } = this;
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await this.expectFit();
  }

  /** Waits, because pictures take their new width after the words. */
  private expectFit(): Promise<void> {
    return eventually(async () =>
      expect([this.page.url(), await this.tooWide()]).toEqual([this.page.url(), []]),
    );
  }

  /** What sticks out of the page, after the width that the page takes. */
  private tooWide(): Promise<string[]> {
    return this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const isOut = (element: Element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > clientWidth;
      };
      const innermost = [...document.body.querySelectorAll('*')].filter(
        (element) => isOut(element) && ![...element.children].some(isOut),
      );
      const sources = innermost.map(({ outerHTML }) => outerHTML.slice(0, 300));
      return [`${scrollWidth} of ${clientWidth}`, ...sources];
    });
  }

  private async show(size: Size, scheme: Scheme): Promise<void> {
    const { page } = this;
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForFunction(
      ([theme, width]) => document.documentElement.dataset.theme === theme && window.innerWidth === width,
      [scheme, SIZES[size].width] as const,
    );
    await this.expectFit();
    // On their way to the other theme, colours have less contrast.
    await page.waitForFunction(
      () => !document.getAnimations().some((animation) => animation instanceof CSSTransition),
    );
  }

  /** The same page on both kinds of device, each in one theme: as it is, then in the other size and the other theme. */
  async onBoth(check: (size: Size, scheme: Scheme) => Promise<void>): Promise<void> {
    const { size, scheme } = this;
    await check(size, scheme);
    const other = [size === 'phone' ? 'desktop' : 'phone', scheme === 'light' ? 'dark' : 'light'] as const;
    await this.show(...other);
    await check(...other);
    await this.show(size, scheme);
  }

  /** `look` on both kinds of device. */
  lookOnBoth(name: string, within?: string, alike?: string): Promise<void> {
    return this.onBoth((size, scheme) => this.look(`${name}-${size}-${scheme}`, within, alike));
  }

  /** The page must come to fit the width of the screen. Takes a screenshot of the whole page, for people to look at. */
  async shoot(name: string): Promise<void> {
    const { page } = this;
    await page.evaluate(() => document.fonts.ready);
    if (takesScreenshots()) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
    }
    await this.expectFit();
  }

  /**
   * `shoot`, and the page must be accessible. `alike` selects what is repeated so often that it is left out there, and
   * looked at elsewhere.
   */
  async look(name: string, within = 'html', alike?: string): Promise<void> {
    const { page } = this;
    await this.shoot(name);
    // Without frames, which the page has none of, axe needs a third of the time.
    const axe = new AxeBuilder({ page, axeSource: await this.axeSource() })
      .include(within)
      .setLegacyMode()
      .options({ resultTypes: ['violations'] });
    if (alike) axe.exclude(alike);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  }

  /** One of these must look different where colours are the reader's own, as in Windows' contrast themes. */
  async expectOneStandsOut(elements: Locator, property: 'borderTopWidth' | 'borderTopColor'): Promise<void> {
    const { page } = this;
    await page.emulateMedia({ forcedColors: 'active' });
    const looks = () =>
      elements.evaluateAll((all, name) => all.map((element) => getComputedStyle(element)[name]), property);
    // A change of colours takes a frame.
    await eventually(async () => {
      const all = await looks();
      const alone = all.filter((look) => all.indexOf(look) === all.lastIndexOf(look));
      expect([new Set(all).size, alone.length]).toEqual([2, 1]);
    });
    await page.emulateMedia({ forcedColors: 'none' });
  }

  /** What brings axe into the page, which needs a fifth of a look, unless an earlier look at this document has. */
  private async axeSource(): Promise<string | undefined> {
    return (await this.page.evaluate(() => 'axe' in window)) ? 'undefined' : undefined;
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** Expects that no page reported an error, and none asked for an address outside the stack; and closes it. */
  async end(): Promise<void> {
    expect([this.errors, this.foreign]).toEqual([[], []]);
    await this.close();
  }
}

/** Fills in the page for signing up. @param say what the page says for an English text */
export async function fillSignUp(
  page: Page,
  form: ReturnType<typeof signUpForm>,
  say: (text: string) => string = (text) => text,
): Promise<void> {
  for (const [label, text] of [
    ['Name', form.firstName],
    ['Last Name', form.lastName],
    ['Your location (City)', form.location],
    ['Email', form.email],
    ['Password', PASSWORD],
    ['Retry Password', PASSWORD],
  ] as const)
    await page.getByLabel(say(label), { exact: true }).fill(text);
}

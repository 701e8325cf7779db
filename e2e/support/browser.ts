import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PASSWORD, type Person } from './api.js';
import { stackUrl } from './config.js';

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

interface VisitOptions {
  size?: Size;
  scheme?: Scheme;
  /** Of another stack than the one that the suites of a run share. */
  url?: string;
}

export function launch(): Promise<Browser> {
  const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** One person's browser on one kind of device, and everything that went wrong in it. */
export class Visit {
  /** Uncaught errors, and whatever a page wrote to the console as an error. */
  readonly errors: string[] = [];
  /** Addresses outside the stack that a page asked for. */
  readonly foreign: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    url: string,
  ) {
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      // Chromium writes every answer with a 4xx to the console; those are the suites' own doing.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.errors.push(message.text());
      }
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`) && !/^(data|blob):/.test(request.url()))
        this.foreign.push(request.url());
    });
  }

  static async start(
    browser: Browser,
    { size = 'desktop', scheme = 'light', url = stackUrl() }: VisitOptions = {},
  ): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: SIZES[size],
      colorScheme: scheme,
      locale: 'en-GB',
      timezoneId: 'Europe/Lisbon',
      hasTouch: size === 'phone',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(15_000);
    return new Visit(context, await context.newPage(), url);
  }

  async logIn({ user }: Person): Promise<void> {
    await this.page.goto('/login');
    await this.page.getByRole('textbox', { name: 'Email', exact: true }).fill(user.email);
    await this.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await this.page.getByRole('button', { name: 'Log In', exact: true }).click();
    await this.page.waitForURL('**/journal');
  }

  private async shoot(name: string): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  }

  /** A picture of the whole page, which must be usable by everybody and fit its width. */
  async look(name: string, within = 'html'): Promise<void> {
    const { page } = this;
    await page.evaluate(() => document.fonts.ready);
    await this.shoot(name);
    const { violations } = await new AxeBuilder({ page }).include(within).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

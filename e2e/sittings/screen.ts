import type { Language } from '@inner-weather/languages/languages';
import type { Locator, Page } from 'playwright-core';
import { PASSWORD, type Person } from '../support/requests/api.js';
import { lockHeading, lockSwitch, turnLockOn, unlock } from '../support/pages/lock.js';
import { wordsIn } from '../support/pages/words.js';

export const LANGUAGES_TRIED = ['en', 'de', 'ar'] as const satisfies Language[];

type Say = ReturnType<typeof wordsIn>;

const spoken = new Map<string, Say>();

const sayIn = (language: string): Say => {
  let say = spoken.get(language);
  if (!say) spoken.set(language, (say = wordsIn(language as Language)));
  return say;
};

/** What Chromium writes to the console if a request fails, which is nothing that the page did. */
const NETWORK =
  /Failed to load resource|net::ERR_|blocked by CORS policy|Content Security Policy|Failed to fetch/;

/** A page, read and used as a person does: its frame, and who is signed in. */
export class Screen {
  /** Errors that the page did not catch or wrote to the console, and that nobody has read yet. */
  readonly errors: string[] = [];
  /** The last answers that were not as usual, for the report. */
  readonly answers: string[] = [];

  constructor(readonly page: Page) {
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !NETWORK.test(message.text())) this.errors.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() < 400) return;
      this.answers.push(`${response.status()} ${response.request().method()} ${pathOf(response.url())}`);
      if (this.answers.length > 8) this.answers.shift();
    });
  }

  /** What the page says for an English text, in the language that it is in now. */
  async say(): Promise<Say> {
    // The page may load again in the account's language.
    return sayIn((await this.page.locator('html').getAttribute('lang')) ?? '');
  }

  /** Waits until the page is drawn and knows who is signed in. Unlocks it if it is locked. */
  async awaitPage(): Promise<void> {
    const { page } = this;
    await page.locator('main h1').first().waitFor();
    const say = await this.say();
    // Without an answer, a page that keeps no user says so in place of the navigation, or what is in front asks to sign in.
    const drawn = page
      .locator('nav#menu a, nav#menu button, [role=alert], button[aria-haspopup=dialog]')
      .first();
    await drawn.or(lockHeading(page, say)).first().waitFor({ state: 'attached' });
    await this.openLock();
    await drawn.waitFor({ state: 'attached' });
  }

  /** Locks the page, with a PIN that is chosen the first time, and unlocks it. */
  async lock(): Promise<void> {
    const { page } = this;
    const say = await this.say();
    if (this.path !== '/settings') await this.follow('Settings');
    await lockSwitch(page, say).waitFor();
    if ((await lockSwitch(page, say).getAttribute('aria-checked')) !== 'true') await turnLockOn(page, say);
    await page.getByRole('button', { name: say('Lock now'), exact: true }).click();
    await lockHeading(page, say).waitFor();
    await this.awaitPage();
  }

  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Types the PIN if the page is locked, as it also is after a load in the account's language. */
  private async openLock(): Promise<void> {
    const say = await this.say();
    if ((await lockHeading(this.page, say).count()) > 0) await unlock(this.page, say);
  }

  async isSignedIn(): Promise<boolean> {
    await this.openLock();
    const say = await this.say();
    return (await this.page.getByRole('button', { name: say('Logout'), exact: true }).count()) > 0;
  }

  /** Follows a link of the main navigation. */
  async follow(name: string): Promise<void> {
    const say = await this.say();
    await this.page
      .locator('nav#menu')
      .getByRole('link', { name: say(name), exact: true })
      .click();
  }

  async goBack(): Promise<void> {
    await this.page.goBack({ waitUntil: 'domcontentloaded' });
    if (this.page.url() === 'about:blank') await this.page.goForward({ waitUntil: 'domcontentloaded' });
    await this.awaitPage();
  }

  async goForward(): Promise<void> {
    await this.page.goForward({ waitUntil: 'domcontentloaded' });
    await this.awaitPage();
  }

  async chooseTheme(name: string): Promise<void> {
    const say = await this.say();
    if (this.path !== '/settings') await this.follow('Settings');
    const section = this.page.getByRole('region', { name: say('Appearance'), exact: true });
    await section.waitFor();
    // A phone folds it.
    if (!(await section.getByRole('group', { name: say('Theme') }).isVisible()))
      await section.getByRole('heading').click();
    await this.page
      .getByRole('group', { name: say('Theme') })
      .getByText(say(name, {}, 'theme'), { exact: true })
      .click();
  }

  /** By the choice at the foot of the page, which loads again. Returns false if the page is in this language already. */
  async chooseLanguage(language: Language): Promise<boolean> {
    if ((await this.page.evaluate(() => document.documentElement.lang)) === language) return false;
    const say = await this.say();
    await this.page
      .getByRole('combobox', { name: say('Language'), exact: true })
      .last()
      .selectOption(language);
    await this.awaitLanguage(language);
    return true;
  }

  private async awaitLanguage(language: Language): Promise<void> {
    await this.page.waitForFunction((tag) => document.documentElement.lang === tag, language);
    await this.awaitPage();
  }

  /**
   * @param stays whether to stay if the page asks
   * @returns what it asked
   */
  async logOut(stays: boolean): Promise<string | undefined> {
    const { page } = this;
    const say = await this.say();
    await page.getByRole('button', { name: say('Logout'), exact: true }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    const gone = page.getByRole('link', { name: say('Login'), exact: true });
    await dialog.or(gone).first().waitFor();
    let question: string | undefined;
    if ((await dialog.count()) > 0) {
      question = await dialog.innerText();
      const answer = dialog.getByRole('button');
      const name = say('Stay');
      if (stays) await answer.filter({ hasText: name }).click();
      else await answer.filter({ hasNotText: name }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    if (question === undefined || !stays) await gone.waitFor();
    return question;
  }

  /** By the address. */
  async open(path: string): Promise<void> {
    await this.page.goto(path, { waitUntil: 'domcontentloaded' });
    await this.awaitPage();
  }

  /** From wherever the page is. */
  async goToLogin(): Promise<void> {
    await this.open('/login');
  }

  async logIn({ user }: Person, language: Language | undefined): Promise<void> {
    const { page } = this;
    const say = await this.say();
    await page.getByLabel(say('Email'), { exact: true }).fill(user.email);
    await page.getByLabel(say('Password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: say('Log In'), exact: true }).click();
    // It leads back to the page that asked for it.
    await page.waitForURL(({ pathname }) => pathname !== '/login');
    if (language) await this.awaitLanguage(language);
    if (this.path !== '/journal') await this.follow('Journal');
  }

  /** The first of these that the page shows, or its login. */
  protected async outcome<T extends string>(shown: Record<T, Locator>): Promise<T | 'login'> {
    const say = await this.say();
    // Not the button to the sign-in of something in front, which may have the same name.
    const login = this.page.locator('main form').getByRole('button', { name: say('Log In'), exact: true });
    const all = Object.entries<Locator>({ ...shown, login });
    await all
      .map(([, locator]) => locator)
      .reduce((one, other) => one.or(other))
      .first()
      .waitFor();
    for (const [name, locator] of all) if ((await locator.count()) > 0) return name as T | 'login';
    throw new Error('The page took back what it had said');
  }
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search.slice(0, 20);
};

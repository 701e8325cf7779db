import { eventually } from '@inner-weather/testing/eventually';
import type { Locator, Page } from 'playwright-core';
import { wordsIn } from './words.js';

export const PIN = '493817';

type Words = ReturnType<typeof wordsIn>;

const english = wordsIn('en');

export const lockHeading = (page: Page, say: Words = english): Locator =>
  page.getByRole('heading', { name: say('Your PIN') });

export const type = (page: Page, pin: string): Promise<void> => page.keyboard.type(pin);

/** Turns the lock on in the settings, where it leaves the page. */
export async function setLock(page: Page, say: Words = english): Promise<void> {
  await page.goto('/settings#section-lock');
  await turnLockOn(page, say);
}

export const lockSwitch = (page: Page, say: Words = english): Locator =>
  page.getByRole('switch', { name: say('Lock'), exact: true });

/** In the settings, where the page is. */
export async function turnLockOn(page: Page, say: Words = english): Promise<void> {
  const lock = lockSwitch(page, say);
  await lock.click();
  await page.getByRole('heading', { name: say('Choose a PIN') }).waitFor();
  await type(page, PIN);
  await page.getByRole('heading', { name: say('The same PIN once more') }).waitFor();
  await type(page, PIN);
  await eventually(async () => expect(await lock.getAttribute('aria-checked')).toBe('true'));
}

export async function unlock(page: Page, say: Words = english): Promise<void> {
  await lockHeading(page, say).waitFor();
  await type(page, PIN);
  await lockHeading(page, say).waitFor({ state: 'detached' });
}

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { PlainError, say } from '../deploy/local/log.mjs';
import { readDotEnv, ROOT } from '../deploy/local/prepare.mjs';
import { readAccount } from '../scripts/demo/account.mjs';

/* `npm run demo:screenshots`: the pictures of the README, of the demo account of a running installation. */

/** CSS pixels; the files have three quarters of them, since the README shows them small. */
const SIZE = { width: 1_000, height: 1_250 };
const SCALE = 0.75;

const { values } = parseArgs({ options: { url: { type: 'string' } } });
readDotEnv();
const url = (values.url ?? `http://localhost:${process.env.PORT || 8080}`).replace(/\/+$/, '');
const account = readAccount(url);
if (!account) throw new PlainError(`There is no demo account at ${url}: npm run demo makes one.`);

const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({
    baseURL: url,
    viewport: SIZE,
    deviceScaleFactor: SCALE,
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    reducedMotion: 'reduce',
  });
  const { email, password } = account;
  const answer = await page.request.post('/api/login', { data: { email, password } });
  if (!answer.ok()) throw new PlainError(`The demo account cannot be logged in to: ${answer.status()}.`);

  /** @param {string} name */
  const shoot = async (name) => {
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(ROOT, 'docs/images', `${name}.png`) });
    say(`docs/images/${name}.png`);
  };
  await page.goto('/journal');
  await page.getByRole('article').first().waitFor();
  await shoot('journal');
  await page.goto('/days');
  await page.getByRole('figure').first().waitFor();
  await shoot('days');
  await page.goto('/insights');
  await page
    .getByRole('group', { name: 'Select Data Range' })
    .getByText('Last 6 Months', { exact: true })
    .click();
  await page.getByRole('button', { name: 'Get Insights', exact: true }).click();
  // An insight greets by name.
  const greeting = page
    .getByRole('main')
    .getByText(/\bDemo\b/)
    .first();
  await greeting.waitFor();
  await greeting.evaluate((words) => window.scrollTo(0, words.getBoundingClientRect().top + scrollY - 160));
  await shoot('insights');
} finally {
  await browser.close();
}

import type { BrowserContext } from 'playwright-core';

const open = new Set<BrowserContext>();

/** Has a test that fails print what the pages of a browser show, before they are closed. */
export function printIfFailed(context: BrowserContext): void {
  open.add(context);
  context.on('close', () => open.delete(context));
}

/** Called by libs/testing/jest-environment.mjs. */
async function showFailure(): Promise<void> {
  for (const page of [...open].flatMap((context) => context.pages())) {
    const seen = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    process.stderr.write(`The page ${page.url()} when the test failed:\n${seen.slice(0, 12_000)}\n`);
  }
}

Object.assign(globalThis, { showFailure });

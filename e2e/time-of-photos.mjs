import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { PlainError, say } from '../deploy/local/log.mjs';
import { drawnPhoto } from '../scripts/demo/drawn-photo.mjs';
import { PASSWORD, signUp } from './support/stacks/measured-account.mjs';
import { findChromium, inWords, onMeasuredStack } from './support/stacks/measured-stack.mjs';

/*
 * `npm run photos:time`: how long a phone takes until the first card of the journal shows its photos, in a list with
 * thirty of them that this device has never seen, and how far the page moves from the card's arrival on. The page itself
 * is kept by its service worker. Medians; run nothing else meanwhile. It fails where the goal is missed. The processor
 * milliseconds of the page's main thread, without the slowing, say more on a busy machine.
 */

/** Milliseconds, and the layout shift of https://web.dev/articles/cls. */
const GOAL = { ms: 1_500, shift: 0 };
/** How many photos the entries have, the newest first. */
const PHOTOS = [4, 10, 1, 2, 3, 4, 2, 4];
/** Bytes a second and milliseconds of a phone's connection: Chromium's "Fast 4G". */
const FAST_4G = { downloadThroughput: 1_012_500, uploadThroughput: 168_750, latency: 165 };
const WARM_UP = 1;

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '9' }, slowdown: { type: 'string', default: '4' } },
});
const [runs, slowdown] = [Number(values.runs), Number(values.slowdown)];

/** @param {string} url */
async function fill(url) {
  const { email, send } = await signUp(url);
  for (const count of PHOTOS.toReversed()) {
    const photos = [];
    for (let n = 0; n < count; n += 1) {
      const { _id } = await send('POST', '/photos', drawnPhoto(`${count} ${photos.length}`));
      photos.push(_id);
    }
    const entry = { email, content: 'A walk with a camera.', inputMood: 'Happy', location: 'Porto' };
    await send('POST', '/journal/new', { ...entry, photos });
  }
  return email;
}

/** In the page: `shown` resolves to the time when the photos of the first card are painted; `shift` grows before and after. */
const NOTE = `
  window.shift = 0;
  window.shown = new Promise((resolve) => {
    let observer;
    const look = () => {
      const card = document.querySelector('article');
      if (card && !observer) {
        observer = new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.shift += value;
        });
        // What its arrival itself moves is in the frame that is drawn next.
        requestAnimationFrame(() => requestAnimationFrame(() => observer.observe({ type: 'layout-shift' })));
      }
      const photos = [...(card?.querySelectorAll('img') ?? [])];
      const isShown = photos.length > 0 && photos.every((one) => one.complete && one.naturalWidth > 0);
      if (isShown) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      else requestAnimationFrame(look);
    };
    look();
  });`;

/** @param {import('./support/stacks/measured-stack.mjs').Stack} stack @param {string} folder */
async function measure({ url }, folder) {
  const email = await fill(url);
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    baseURL: url,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const answer = await page.request.post('/api/login', { data: { email, password: PASSWORD } });
    if (!answer.ok()) throw new PlainError(`The login answers ${answer.status()}.`);
    await page.goto('/journal');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.addInitScript(NOTE);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...FAST_4G });
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    let shift = 0;
    /** @param {number} rate how many times slower the processor is */
    const open = async (rate) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      await session.send('Network.clearBrowserCache');
      await page.goto('/journal');
      const ms = Number(await page.evaluate('window.shown'));
      const { metrics } = await session.send('Performance.getMetrics');
      await page.waitForLoadState('networkidle');
      shift = Math.max(shift, Number(await page.evaluate('window.shift')));
      return { ms, processorMs: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000 };
    };
    const [slow, busy] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    for (let run = 0; run < WARM_UP + runs; run += 1) {
      slow.push((await open(slowdown)).ms);
      busy.push((await open(1)).processorMs);
    }
    const { median, words } = inWords(slow.slice(WARM_UP));
    const missedBy = (/** @type {number} */ figure, /** @type {number} */ goal) => {
      if (figure <= goal) return '';
      process.exitCode = 1;
      return ': MISSED';
    };
    const count = PHOTOS.reduce((sum, one) => sum + one);
    say(`the first card of ${count} photos: ${words}, goal ${GOAL.ms} ms${missedBy(median, GOAL.ms)}`);
    say(`of the processor: ${inWords(busy.slice(WARM_UP)).words}`);
    say(`layout shift: ${shift.toFixed(3)}, goal ${GOAL.shift}${missedBy(shift, GOAL.shift)}`);
  } finally {
    await context.close();
  }
}

await onMeasuredStack({ slowdown }, measure);

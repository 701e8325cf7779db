import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { PlainError, say } from '../deploy/local/log.mjs';
import { PASSWORD, signUp } from './support/stacks/measured-account.mjs';
import { findChromium, onMeasuredStack } from './support/stacks/measured-stack.mjs';

/*
 * `npm run import:time`: how long the page takes from a table of 90,000 rows, 59 MB, to its preview, with progress; how
 * long an import of 5,000 entries takes to be taken back; and searches over them meanwhile. Chromium slows only the main
 * thread of a page, and the file is read in a worker: what the page's process took of the processor is multiplied by the
 * slowdown, which depends less on other work of the machine than the time. It fails where a goal is missed.
 */

const ROWS = 90_000;
const ENTRIES = 5_000;
/** Entries that are sent at once. */
const PART = 100;

/** Milliseconds: of the preview on a slow phone, of taking back, and of the slowest search. */
const GOALS = { preview: 20_000, undo: 60_000, search: 20_000 };

const { values } = parseArgs({ options: { slowdown: { type: 'string', default: '4' } } });
const slowdown = Number(values.slowdown);

/** @param {number} n */
const momentOf = (n) => new Date(Date.UTC(1990, 0, 1, 8) + n * 3 * 60 * 60_000).toISOString();

/** @param {string} file */
function writeTable(file) {
  const words = 'It rained on the roof, and we read by the window until the light was gone. '.repeat(8);
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const moment = momentOf(n);
    return `${moment.slice(0, 10)},${moment.slice(11, 16)},"Evening ${n}. ${words}",${(n % 5) + 1},reading; rain,${n % 9}.5`;
  });
  writeFileSync(file, ['Date,Time,Text,Mood,Tags,Sleep (h)', ...rows].join('\n'));
}

/** @param {string} what @param {number} ms @param {number} goal */
function judge(what, ms, goal) {
  if (ms > goal) process.exitCode = 1;
  say(`${what}: ${ms.toFixed(0)} ms, goal ${goal} ms${ms > goal ? ': MISSED' : ''}`);
}

/**
 * Milliseconds of the processor that the processes of pages have taken.
 * @param {import('playwright-core').CDPSession} session
 */
async function processorTime(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1_000 : 0), 0);
}

/**
 * Asks again while the server is busy, as the page does.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {number} [attempts]
 * @returns {Promise<T>}
 */
async function whenFree(ask, attempts = 60) {
  try {
    return await ask();
  } catch (error) {
    const isBusy = error instanceof PlainError && /: (429|503|504) /.test(error.message);
    if (!isBusy || attempts === 1) throw error;
    await setTimeout(1_000);
    return whenFree(ask, attempts - 1);
  }
}

/** @param {import('playwright-core').Browser} browser @param {import('playwright-core').Page} page @param {string} file */
async function timePreview(browser, page, file) {
  const session = await browser.newBrowserCDPSession();
  await page.goto('/import');
  const choose = page.getByLabel('File to import');
  await choose.waitFor({ state: 'attached' });
  // What the first visit of a page costs is no part of an import.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  let hasProgress = false;
  const progress = page.getByRole('progressbar').waitFor();
  void progress.then(() => (hasProgress = true)).catch(() => undefined);
  const [startedAt, taken] = [performance.now(), await processorTime(session)];
  await choose.setInputFiles(file);
  await page.getByRole('heading', { name: /^90,000 entries/ }).waitFor({ timeout: 300_000 });
  const ms = (await processorTime(session)) - taken;
  say(`the preview of ${ROWS} rows came after ${(performance.now() - startedAt).toFixed(0)} ms`);
  judge(`${slowdown} times ${ms.toFixed(0)} ms of the processor`, ms * slowdown, GOALS.preview);
  say(`progress: ${hasProgress ? 'shown' : 'NOT SHOWN'}`);
  if (!hasProgress) process.exitCode = 1;
}

/** @param {import('./support/stacks/measured-stack.mjs').Stack} stack @param {string} folder */
async function measure({ url }, folder) {
  const { email, send } = await signUp(url);
  const file = join(folder, 'table.csv');
  writeTable(file);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({
      baseURL: url,
      viewport: { width: 390, height: 844 },
      locale: 'en-GB',
    });
    await page.request.post('/api/login', { data: { email, password: PASSWORD } });
    await timePreview(browser, page, file);
  } finally {
    await browser.close();
  }
  const id = randomUUID();
  for (let from = 0; from < ENTRIES; from += PART) {
    const entries = Array.from({ length: PART }, (_, n) => ({
      content: `Evening ${from + n}. ${'It rained on the roof. '.repeat(80)}`,
      inputMood: 'Happy',
      location: 'Porto',
      tags: ['rain'],
      createdAt: momentOf(from + n),
    }));
    await send('POST', '/journal/import', { entries, import: { id, source: 'Table' } });
  }
  const search = async () => {
    const startedAt = performance.now();
    const query = `userReference=${email}&startDate=1990-01-01&endDate=2030-01-01&words=roof`;
    await whenFree(() => send('GET', `/journal/search?${query}`));
    return performance.now() - startedAt;
  };
  judge(`a search over ${ENTRIES} entries`, await search(), GOALS.search);
  const startedAt = performance.now();
  const searches = [];
  const next = () => whenFree(() => send('DELETE', `/journal/imports/${id}`));
  for (let remaining = Infinity; remaining > 0;) {
    const [answer, ms] = await Promise.all([next(), search()]);
    remaining = Number(answer.remaining);
    searches.push(ms);
  }
  judge(`taking ${ENTRIES} entries back`, performance.now() - startedAt, GOALS.undo);
  judge('the slowest search meanwhile', Math.max(...searches), GOALS.search);
}

await onMeasuredStack({ slowdown }, measure);

import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { hasCommand } from '../deploy/local/packages.mjs';
import { PlainError, say } from '../deploy/local/log.mjs';
import { readDotEnv } from '../deploy/local/prepare.mjs';

/*
 * `npm run lighthouse`: the landing page of a running installation in Lighthouse and this machine's Chromium, three runs
 * on each kind of device, of which the median counts. A phone is simulated, so run nothing else meanwhile. It fails where
 * a goal is missed.
 */

/** The version of the package, which npx fetches on demand. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const RUNS = 3;
/** Points of 100, by category; the others are shown. @type {Record<string, Record<string, number>>} */
const GOALS = {
  desktop: { performance: 98, accessibility: 98, 'best-practices': 98, seo: 98 },
  mobile: { performance: 90 },
};

const run = promisify(execFile);
const { values } = parseArgs({ options: { url: { type: 'string' } } });
readDotEnv();
const url = values.url ?? `http://localhost:${process.env.PORT || 8080}/`;

/** @param {string} device @returns {Promise<Record<string, number>>} points by category */
async function measure(device) {
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices,seo',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories } = /** @type {{categories: Record<string, {score: number | null}>}} */ (
    JSON.parse(stdout)
  );
  return Object.fromEntries(
    Object.entries(categories).map(([name, { score }]) => [name, Math.round(100 * (score ?? 0))]),
  );
}

if (!hasCommand('chromium')) throw new PlainError('Lighthouse needs chromium: apt-get install chromium');
const chromium = (await run('which', ['chromium'])).stdout.trim();
for (const [device, goals] of Object.entries(GOALS)) {
  const runs = [];
  for (let n = 0; n < RUNS; n++) runs.push(await measure(device));
  for (const category of Object.keys(runs[0] ?? {})) {
    const points = runs.map((one) => one[category] ?? 0).sort((a, b) => a - b);
    const median = points[Math.floor(RUNS / 2)] ?? 0;
    const goal = goals[category];
    const missed = goal !== undefined && median < goal;
    if (missed) process.exitCode = 1;
    say(
      `${device} ${category}: ${median} (${points[0]} to ${points.at(-1)})${goal ? `, goal ${goal}${missed ? ': MISSED' : ''}` : ''}`,
    );
  }
}

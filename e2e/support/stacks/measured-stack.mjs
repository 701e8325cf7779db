import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';
import { PlainError, say } from '../../../deploy/local/log.mjs';
import { build, installDependencies } from '../../../deploy/local/prepare.mjs';
import { stopRunning } from '../../../deploy/local/running.mjs';
import { startTestInfrastructure } from '../../../libs/testing/test-infrastructure.mjs';
import { startTestStack } from './stack.mjs';

/** @typedef {Awaited<ReturnType<typeof startTestStack>>} Stack */

export const findChromium = () =>
  execFileSync('sh', ['-c', 'command -v chromium-headless-shell || command -v chromium'], {
    encoding: 'utf8',
  }).trim();

/** Milliseconds: the median, and a sentence with it. @param {number[]} numbers */
export const inWords = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [median = 0, least = 0, most = 0] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)];
  return { median, words: `${median.toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})` };
};

/**
 * Builds everything, starts a stack of its own, measures, and ends the process.
 * @param {{slowdown: number}} options how many times slower the browser's processor is, which is printed
 * @param {(stack: Stack, folder: string) => Promise<void>} measure with an empty folder for a browser's profile
 */
export async function onMeasuredStack({ slowdown }, measure) {
  /** @type {(() => unknown)[]} */
  const stops = [];
  try {
    await installDependencies({ tests: true });
    await build({ all: true });
    const [load] = loadavg();
    say(
      `${availableParallelism()} processors (${cpus()[0]?.model.trim()}), slowed ${slowdown} times, load ${load?.toFixed(1)} at the start`,
    );
    const infrastructure = await startTestInfrastructure(say);
    stops.push(infrastructure.stop);
    Object.assign(process.env, {
      TEST_AMQP_URL: infrastructure.amqpUrl,
      TEST_MANAGEMENT_URL: infrastructure.managementUrl,
      TEST_MONGO_URL: infrastructure.mongoUrl,
    });
    const weather = await startFakeWeatherApi();
    stops.push(() => weather.close());
    const stack = await startTestStack({
      serviceEnv: { weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url } },
    });
    stops.push(stack.stop);
    const folder = mkdtempSync(join(tmpdir(), 'inner-weather-browser-'));
    stops.push(() => rmSync(folder, { recursive: true, force: true }));
    await measure(stack, folder);
  } catch (error) {
    process.stderr.write(
      `\n${String(error instanceof PlainError ? error.message : error instanceof Error ? error.stack : error)}\n`,
    );
    process.exitCode = 1;
  } finally {
    for (const stop of stops.reverse()) await stop();
    await stopRunning();
  }
  process.exit();
}

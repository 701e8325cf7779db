import type { Browser } from 'playwright-core';
import { Api } from '../support/requests/api.js';
import { launch } from '../support/pages/browser.js';
import { startForeignProxy } from '../support/network/foreign-proxy.js';
import { type FakedStack, startFakedStack } from '../support/stacks/faked-stack.js';
import { startSecondGateway } from '../support/stacks/second-gateway.js';
import { FIXED_SEEDS, FOUND } from './found.js';
import { repeat, type Sat, sit } from './sitting.js';
import type { Lane } from './stage.js';

/* Random sittings of a person, from seeds. `npm run sittings` runs many, and repeats one. */

const { SITTINGS_SEEDS, SITTINGS_SEED, SITTINGS_STEPS, SITTINGS_LANES } = process.env;
/** So many seeds that nothing has run before. */
const count = Number(SITTINGS_SEEDS ?? 4);
/** Others each hour, and the same ones if the run is repeated. */
const first = Number(SITTINGS_SEED ?? Math.floor(Date.now() / 3_600_000) * 1_000);
/** Milliseconds after which `npm test` begins no further sitting of a new seed. */
const BUDGET_MS = 40_000;
const isAlone = SITTINGS_SEED !== undefined || SITTINGS_SEEDS !== undefined || SITTINGS_STEPS !== undefined;

let stack: FakedStack;
const lanes: (Lane & { close: () => Promise<void> })[] = [];

beforeAll(async () => {
  stack = await startFakedStack({ env: { RPC_TIMEOUT_MS: '10000' } });
  for (let lane = 0; lane < Number(SITTINGS_LANES ?? 1); lane += 1) lanes.push(await openLane(lane));
}, 180_000);

afterAll(async () => {
  for (const lane of lanes) await lane.close();
  await stack.stop();
}, 60_000);

/** Each has a gateway of its own, so that the sittings of others do not notice its restarts. */
async function openLane(lane: number): Promise<Lane & { close: () => Promise<void> }> {
  const browser: Browser = await launch();
  const { gateway } = stack.services;
  const second = lane === 0 ? undefined : await startSecondGateway(stack, SECOND);
  const url = second?.url ?? stack.url;
  const front = await startForeignProxy(url);
  return {
    browser,
    front,
    api: new Api(url),
    restartGateway: second
      ? async () => {
          await second.stop();
          await second.start();
        }
      : () => gateway.restart(),
    close: async () => {
      await browser.close();
      await front.close();
      await second?.stop();
    },
  };
}

const SECOND = {
  RATE_LIMITS: 'off',
  RPC_TIMEOUT_MS: '10000',
  WEB_DIST: new URL('../../web/dist', import.meta.url).pathname,
};

const tell = (line: string) => process.stderr.write(`${line}\n`);

/** Runs the seeds on all lanes, and tells each fault as soon as it is known. */
async function sitAll(seeds: readonly number[], until = Infinity): Promise<Sat[]> {
  const left = [...seeds];
  const all: Sat[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let seed = left.shift(); seed !== undefined && Date.now() < until; seed = left.shift()) {
        const sat = await sit(lane, seed);
        all.push(sat);
        const { found, steps, seconds } = sat;
        tell(
          `seed ${seed}: ${steps} steps, ${seconds.toFixed(1)} s${found ? `: FAULT\n  ${found.steps}\n  ${found.fault}` : ''}`,
        );
      }
    }),
  );
  return all;
}

const faultsOf = (all: Sat[]): string[] =>
  all.flatMap(({ found }) => (found ? [`seed ${found.seed}: ${found.steps}\n${found.fault}`] : []));

if (SITTINGS_STEPS !== undefined) {
  it.each(SITTINGS_STEPS.split('|'))('%s', (steps) => repeat(lanes[0]!, steps), 600_000);
} else {
  it(
    `has no fault in up to ${count} sittings from seed ${first} on`,
    async () => {
      const until = isAlone ? Infinity : Date.now() + BUDGET_MS;
      const seeds = Array.from({ length: count }, (_, n) => first + n);
      const all = await sitAll(seeds, until);
      const steps = all.reduce((sum, one) => sum + one.steps, 0);
      const seconds = all.reduce((sum, one) => sum + one.seconds, 0);
      tell(
        `${all.length} sittings, ${steps} steps, ${(seconds / all.length).toFixed(1)} s each, ${faultsOf(all).length} with a fault`,
      );
      expect(faultsOf(all)).toEqual([]);
    },
    24 * 3_600_000,
  );
}

if (!isAlone) {
  it.each(FOUND)('$what', ({ steps }) => repeat(lanes[0]!, steps), 120_000);

  it('has no fault in the sittings of fixed seeds', async () => {
    expect(faultsOf(await sitAll(FIXED_SEEDS))).toEqual([]);
  }, 600_000);
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../deploy/local/prepare.mjs';

/*
 * `npm run sittings -- --seeds 300` runs many random sittings of a person, and prints each fault with its seed and the
 * shortest steps to it. `--seed N` begins with this seed, alone unless `--seeds` says more; `--steps "write 0 0; reload"`
 * repeats steps, and may be given more than once. `--without foreign,kill` leaves kinds of steps out. `--lanes` browsers work side by side; `--no-shrink` saves the time for shorter ways to a fault.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    steps: { type: 'string', multiple: true },
    without: { type: 'string' },
    lanes: { type: 'string', default: '2' },
    'no-shrink': { type: 'boolean' },
  },
  allowPositionals: false,
});

const { seed, steps } = values;
const seeds = values.seeds ?? (seed === undefined ? '30' : '1');
const env = {
  ...process.env,
  SITTINGS_SEEDS: seeds,
  ...(seed !== undefined && { SITTINGS_SEED: seed }),
  ...(steps !== undefined && { SITTINGS_STEPS: steps.join('|') }),
  ...(values.without !== undefined && { SITTINGS_WITHOUT: values.without }),
  SITTINGS_LANES: seeds === '1' || steps !== undefined ? '1' : values.lanes,
  ...(values['no-shrink'] && { SITTINGS_SHRINK_MS: '0' }),
};
const args = [join(ROOT, 'scripts/test.mjs'), '--only', 'e2e-sittings'];
const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));

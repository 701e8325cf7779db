import { parseArgs } from 'node:util';
import { PlainError, say } from '../deploy/local/log.mjs';
import { build, installDependencies } from '../deploy/local/prepare.mjs';
import { stopRunning } from '../deploy/local/running.mjs';

/*
 * `npm run bench`: what a save, a search and a login cost, beside a monolith in the same run. `npm run bench -- memory`
 * and the like measure other things; docs/performance.md has all of them. Everything is on this machine's loopback, and
 * ends with this process.
 */

const { values, positionals } = parseArgs({
  options: {
    turns: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: '.data/bench' },
  },
  allowPositionals: true,
});

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => void stopRunning().finally(() => process.exit(130)));
}

let code = 1;
try {
  const turns = numberOf('turns', 1, 50);
  const seconds = values.seconds === undefined ? undefined : numberOf('seconds', 1, 3_600);
  await installDependencies();
  await build();
  // Here: this needs the packages.
  const { runBench } = await import('./support/run.mjs');
  const { only, out } = values;
  const options = { turns, seconds, only: only?.split(','), out };
  code = (await runBench(positionals.length > 0 ? positionals : ['pairs'], options)) ? 0 : 1;
} catch (error) {
  process.stderr.write(
    `\n${error instanceof PlainError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
}
await stopRunning();
say(code === 0 ? 'done' : 'failed');
process.exit(code);

/**
 * @param {'turns' | 'seconds'} name
 * @param {number} min
 * @param {number} max
 */
function numberOf(name, min, max) {
  const number = Number(values[name]);
  if (!(number >= min && number <= max))
    throw new PlainError(`--${name} must be a number from ${min} to ${max}`);
  return number;
}

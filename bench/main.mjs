import { parseArgs } from 'node:util';
import { PlainError, say } from '../deploy/local/log.mjs';
import { build, installDependencies } from '../deploy/local/prepare.mjs';
import { stopRunning } from '../deploy/local/running.mjs';

/*
 * `npm run bench`: what a save, a search and a login cost, beside a monolith in the same run. `npm run bench -- day`,
 * `growth`, `insights`, `measures`, `mixed` and `photos` measure other things (docs/performance.md). All processes listen on loopback, and end with
 * this one.
 */

const { values, positionals } = parseArgs({
  options: {
    turns: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    only: { type: 'string' },
  },
  allowPositionals: true,
});

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => void stopRunning().finally(() => process.exit(130)));
}

let code = 1;
try {
  const turns = Number(values.turns);
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  if (!(turns >= 1 && (seconds ?? 1) >= 1))
    throw new PlainError('--turns and --seconds must be numbers from 1');
  await installDependencies({ tests: true });
  await build({ all: true });
  // Here: this needs the packages.
  const { runBench } = await import('./support/run.mjs');
  const options = { turns, seconds, only: values.only?.split(',') };
  code = (await runBench(positionals.length > 0 ? positionals : ['pairs'], options)) ? 0 : 1;
} catch (error) {
  process.stderr.write(
    `\n${error instanceof PlainError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
}
await stopRunning();
say(code === 0 ? 'done' : 'failed');
process.exit(code);

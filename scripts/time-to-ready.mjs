import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ROOT } from '../deploy/local/prepare.mjs';

/*
 * How long a start takes: `node scripts/time-to-ready.mjs` runs `npm start` three times (`--runs`) on the data folder
 * that DATA_DIR names, and prints for each the seconds until it says that it is ready, and the processor seconds that
 * its processes have taken until then. The latter say more on a busy machine. Where even the fastest run takes longer
 * than `--at-most` seconds, the command fails.
 */

const READY = 'Inner Weather is ready';
/** Of a second, in proc(5)'s stat. */
const TICKS = 100;

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, 'at-most': { type: 'string' } },
});

/**
 * Every process, with its parent and the processor seconds that it and those of its children that have ended took.
 */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
        const seconds = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / TICKS, 0);
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return [{ pid: Number(pid), parent: Number(fields[1]), seconds, command }];
      } catch {
        return [];
      }
    });
}

/** @param {number} root */
function family(root) {
  const all = processes();
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** @param {string[]} command */
function nameOf(command) {
  const service = /services\/(\w+)\/dist/.exec(command.join(' '))?.[1];
  return (
    service ?? (command.some((word) => word.includes('start.mjs')) ? 'start' : command[0]?.split('/').at(-1))
  );
}

async function once() {
  const began = performance.now();
  const child = spawn(process.execPath, ['deploy/local/start.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  await new Promise((ready, fail) => {
    child.stdout.on('data', (chunk) => (said += String(chunk)).includes(READY) && ready(undefined));
    child.once('exit', () => fail(new Error(`It ended before it was ready:\n${said}`)));
  });
  const seconds = (performance.now() - began) / 1_000;
  const parts = family(child.pid ?? 0).map(({ command, seconds }) => ({ name: nameOf(command), seconds }));
  child.kill('SIGINT');
  await exited;
  const busy = parts.reduce((sum, part) => sum + part.seconds, 0);
  const each = parts
    .filter((part) => part.seconds >= 0.05)
    .map((part) => `${part.name} ${part.seconds.toFixed(1)}`);
  process.stdout.write(
    `ready after ${seconds.toFixed(1)} s, with ${busy.toFixed(1)} processor seconds: ${each.join(', ')}\n`,
  );
  return seconds;
}

let fastest = Infinity;
for (let run = 0; run < Number(values.runs); run += 1) fastest = Math.min(fastest, await once());
if (values['at-most'] && fastest > Number(values['at-most'])) {
  process.stdout.write(`That is more than ${values['at-most']} s.\n`);
  process.exitCode = 1;
}

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, say } from '../deploy/local/log.mjs';
import { installDependencies, ROOT } from '../deploy/local/prepare.mjs';

/* `npm run check`: everything about the code that needs no running system. All of it runs; one failure fails it. */

/** Written by commands from the code; a check writes them anew and compares. */
const GENERATED = [
  'services/gateway/openapi.json',
  'libs/contracts/asyncapi.json',
  'deploy/broker/definitions.json',
  'web/src/lib/api-types.gen.d.ts',
];

const read = () => GENERATED.map((file) => readFileSync(join(ROOT, file), 'utf8'));

/** @param {string[]} command of a package, or of npm itself */
function run(command) {
  const options = {
    cwd: ROOT,
    env: { ...process.env, NX_DAEMON: 'false' },
    stdio: /** @type {const} */ ('inherit'),
  };
  const child = spawn('npx', ['--no-install', ...command], options);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

async function generatedIsCurrent() {
  const before = read();
  for (const command of ['openapi', 'asyncapi', 'broker']) {
    if (!(await run(['npm', 'run', '--silent', command]))) return false;
  }
  const after = read();
  const changed = GENERATED.filter((_, n) => before[n] !== after[n]);
  for (const file of changed) say(`${file} was not what the code says; it has been written anew: commit it`);
  return changed.length === 0;
}

/** @type {[string, () => Promise<boolean>][]} */
const CHECKS = [
  // First: it makes the graph of projects, without which the module boundaries are not looked at.
  ['build', () => run(['npm', 'run', '--silent', 'build'])],
  ['types', () => run(['tsc', '-p', 'tsconfig.json'])],
  ['types of the web', () => run(['tsc', '-p', 'web/tsconfig.json'])],
  ['lint and module boundaries', () => run(['eslint', '.', '--max-warnings', '0'])],
  ['unused code', () => run(['knip', '--no-config-hints'])],
  ['formatting', () => run(['prettier', '--check', '--log-level', 'warn', '.'])],
  ['generated documents', generatedIsCurrent],
];

try {
  await installDependencies(say);
} catch (error) {
  say(error instanceof PlainError ? error.message : String(error));
  process.exit(1);
}
const failed = [];
for (const [name, check] of CHECKS) {
  say(`checking: ${name}`);
  if (!(await check())) failed.push(name);
}
say(failed.length === 0 ? 'checked' : `failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

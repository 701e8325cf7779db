import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, say } from '../deploy/local/log.mjs';
import { buildAnew, installDependencies, ROOT } from '../deploy/local/prepare.mjs';

/* `npm run check`: all checks of the code that need no running system. Every check runs, even after one has failed. */

/** Files that commands generate from the code. The check generates them again and compares. */
const GENERATED = [
  'services/gateway/openapi.json',
  'libs/contracts/asyncapi.json',
  'deploy/broker/definitions.json',
  'web/src/lib/api/api-types.gen.d.ts',
  ...['docs/asvs.md', 'docs/conformance.md', 'docs/limits.md'],
  ...readdirSync(join(ROOT, 'libs/languages/locales')).map((name) => `libs/languages/locales/${name}`),
];

const read = () => GENERATED.map((file) => readFileSync(join(ROOT, file), 'utf8'));

/**
 * Runs a command and prints its output when it has exited, since other commands run at the same time.
 * @param {string[]} command of a package, or of npm itself
 */
function run(command) {
  const child = spawn('npx', ['--no-install', ...command], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) =>
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    }),
  );
}

async function generatedIsCurrent() {
  const before = read();
  for (const command of ['openapi', 'asyncapi', 'broker', 'docs', 'messages']) {
    if (!(await run(['npm', 'run', '--silent', command]))) return false;
  }
  const after = read();
  const changed = GENERATED.filter((_, n) => before[n] !== after[n]);
  for (const file of changed) say(`${file} did not match the code. It has been generated again: commit it.`);
  return changed.length === 0;
}

/** Files that have not changed are not formatted again. */
const CACHE = ['--cache', '--cache-strategy', 'content'];

/** @typedef {[name: string, check: () => Promise<boolean>]} Check */

/** Two lanes for two processors: the check that uses both of them for a while, and all others. @type {Check[][]} */
const LANES = [
  [['types and lint', () => run(['npm', 'run', '--silent', 'lint'])]],
  [
    ['module boundaries', () => run(['npm', 'run', '--silent', 'check:imports'])],
    ['unused code', () => run(['knip', '--no-config-hints'])],
    ['formatting', () => run(['prettier', '--check', '--log-level', 'warn', ...CACHE, '.'])],
    // Last: it writes files that the others read.
    ['generated documents', generatedIsCurrent],
  ],
];

try {
  // Built with no more than a start has: what only tests install is not there yet where nothing was.
  await installDependencies();
  await buildAnew();
  await installDependencies({ tests: true });
} catch (error) {
  say(error instanceof PlainError ? error.message : String(error));
  process.exit(1);
}
/** @type {string[]} */
const failed = [];
await Promise.all(
  LANES.map(async (lane) => {
    for (const [name, check] of lane) {
      const start = Date.now();
      const good = await check();
      say(`${good ? 'checked' : 'FAILED'}: ${name} (${Math.round((Date.now() - start) / 1_000)} s)`);
      if (!good) failed.push(name);
    }
  }),
);
say(failed.length === 0 ? 'checked' : `failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

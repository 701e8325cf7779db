import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PlainError, say } from '../deploy/local/log.mjs';
import { hasCommand, installPackages } from '../deploy/local/packages.mjs';
import { build, installDependencies, ROOT } from '../deploy/local/prepare.mjs';
import { startCompose } from '../e2e/compose/stack.mjs';
import { isVersion, startBrokerOf, startTestInfrastructure } from '../libs/testing/test-infrastructure.mjs';
import { findSchemathesis } from './schemathesis.mjs';

/*
 * `npm test`: every tier, on a real broker and a real database that are started once for all of them; `contract` runs
 * on each version of RabbitMQ in BROKERS. `--only unit,web` runs some tiers, `--except unit,web` all but those,
 * `--files <pattern>` some of their files. `--all` adds what needs Docker by all means; a version of RabbitMQ that is
 * not to be had is then a failure, and otherwise named as not run. The last line is `N passed, N failed`.
 */

/** The oldest supported one, which Debian 12 has, and the newest major version. */
const BROKERS = ['3.10', '4'];

/**
 * Suites of e2e-faults that measure how long somebody waits, or keep both processors busy anyway. The others have stacks
 * of their own and mostly wait, so two run at a time.
 */
const ALONE =
  'faults/(backup|broker|brokers|edits|keys|memory|restarts|slow-providers|start|start-failures)\\.spec';

/**
 * In this order; each is a project of jest.config.js. `serial`: its specs share one running stack, and wait for it more
 * than they work, so tiers that need nothing run beside it, on the other processor. `alone`: only these specs run one
 * after the other, and after the rest of the tier.
 * @typedef {{name: string, needs: string[], serial: boolean, alone?: string}} Tier
 * @type {Tier[]}
 */
const TIERS = [
  { name: 'unit', needs: [], serial: false },
  { name: 'web', needs: [], serial: false },
  { name: 'integration', needs: ['infrastructure'], serial: false },
  { name: 'contract', needs: ['infrastructure'], serial: false },
  { name: 'e2e-http', needs: ['infrastructure', 'build'], serial: true },
  { name: 'e2e-attacks', needs: ['infrastructure', 'build'], serial: true },
  { name: 'e2e-fuzz', needs: ['infrastructure', 'build', 'schemathesis'], serial: true },
  { name: 'e2e-browser', needs: ['infrastructure', 'build', 'browser'], serial: true },
  { name: 'e2e-faults', needs: ['infrastructure', 'build', 'browser'], serial: true, alone: ALONE },
  { name: 'e2e-compose', needs: ['compose', 'build', 'browser'], serial: true },
];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    except: { type: 'string' },
    files: { type: 'string' },
    all: { type: 'boolean' },
  },
  allowPositionals: false,
});
const usual = TIERS.filter((tier) => values.all === true || !tier.needs.includes('compose'));
const wanted = values.only?.split(',') ?? usual.map((tier) => tier.name);
const unwanted = values.except?.split(',') ?? [];
const unknown = [...wanted, ...unwanted].filter((name) => !TIERS.some((tier) => tier.name === name));
const tiers = TIERS.filter(({ name }) => wanted.includes(name) && !unwanted.includes(name));

const work = mkdtempSync(join(tmpdir(), 'inner-weather-test-'));
// The broker runs as a user of its own, which has to get through here.
chmodSync(work, 0o755);
/** @typedef {import('../libs/testing/test-infrastructure.mjs').TestBroker} TestBroker */
/** @type {import('../libs/testing/test-infrastructure.mjs').TestInfrastructure | undefined} */
let infrastructure;
/** @type {Awaited<ReturnType<typeof startCompose>> | undefined} */
let compose;
/** @type {TestBroker | undefined} one more, of another version */
let otherBroker;

/** Does it run beside others? @param {{needs: string[]}} tier */
const isSpare = (tier) => tier.needs.length === 0 && tiers.some(({ serial }) => serial);

/** @param {string} name */
const needs = (name) => tiers.some((tier) => tier.needs.includes(name));

async function prepare() {
  await installDependencies();
  if (needs('browser') && !hasCommand('chromium')) {
    await installPackages(['chromium'], {
      log: say,
      otherwise: 'Or leave the browser out: npm test -- --only unit,web,integration,e2e-http',
    });
  }
  if (needs('schemathesis')) process.env.SCHEMATHESIS = await findSchemathesis(say);
  if (needs('build')) await build();
  if (!needs('infrastructure')) return;
  say('starting broker and database');
  infrastructure = await startTestInfrastructure(say);
}

/**
 * @param {Tier} tier
 * @param {TestBroker | undefined} broker
 * @returns {Promise<Result>}
 */
async function run(tier, broker = infrastructure) {
  const { alone } = tier;
  if (!alone) return judged([await jest(tier, broker)]);
  const parts = [
    await jest(tier, broker, { label: 'pairs', workers: 2, args: [`--testPathIgnorePatterns=${alone}`] }),
    await jest(tier, broker, {
      label: 'alone',
      workers: 1,
      args: [`--testPathIgnorePatterns=^(?!.*${alone})`],
    }),
  ];
  return judged(parts);
}

/** @param {JestRun[]} runs of one tier @returns {Result} */
function judged(runs) {
  const sum = (/** @type {(run: JestRun) => number} */ of) => runs.reduce((total, one) => total + of(one), 0);
  const passed = sum((one) => one.passed);
  // A file that could not be run, a test that was skipped, and a tier without tests have not passed.
  const failed = sum((one) => one.failed) || (passed === 0 ? 1 : 0);
  // A global tear-down that threw, for one, is in no test's result.
  return { passed, failed: failed || Number(runs.some(({ code }) => code !== 0)) };
}

/**
 * @param {Tier} tier
 * @param {TestBroker | undefined} broker
 * @param {{label?: string, workers?: number, args?: string[]}} [part]
 * @returns {Promise<JestRun>}
 */
async function jest({ name, serial, needs }, broker, part = {}) {
  const report = join(work, `${name}-${part.label ?? broker?.version ?? ''}.json`);
  const workers = part.workers ?? (serial || isSpare({ needs }) ? 1 : 2);
  const args = ['--experimental-vm-modules', '--no-warnings', join(ROOT, 'node_modules/jest/bin/jest.js')];
  args.push(
    '--selectProjects',
    name,
    '--json',
    `--outputFile=${report}`,
    // Of the files that are asked for, one of the parts may have none.
    ...(part.label ? ['--passWithNoTests'] : []),
    serial && workers === 1 ? '--runInBand' : `--maxWorkers=${workers}`,
    // A suite that left something open has failed to clean up, not to test.
    '--forceExit',
    ...(part.args ?? []),
  );
  if (values.files) args.push(`--testPathPatterns=${values.files}`);
  const env = {
    ...process.env,
    TEST_AMQP_URL: broker?.amqpUrl,
    TEST_MANAGEMENT_URL: broker?.managementUrl,
    TEST_MONGO_URL: infrastructure?.mongoUrl,
    // What people wrote is looked for in the files of both when a stack has stopped: e2e/support/at-rest.mjs.
    TEST_BROKER_FOLDER: broker?.home,
    TEST_DATABASE_FOLDER: infrastructure?.databaseHome,
    E2E_MARKS: join(work, 'marks'),
    // Some suites alone leave indexes unused.
    TEST_INDEX_USE_FILE: values.files ? undefined : join(work, 'index-use'),
    ...compose?.env,
    // Suites that start, stop and kill a broker or a database of their own have them as processes.
    ...(name.startsWith('e2e-') && { INFRA: 'native' }),
  };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  // With no test to run there may be no report.
  if (!existsSync(report)) return { passed: 0, failed: code === 0 ? 0 : 1, code };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests } =
    JSON.parse(readFileSync(report, 'utf8'));
  const unrun = numRuntimeErrorTestSuites + numPendingTests + numTodoTests;
  return { passed: numPassedTests, failed: numFailedTests + unrun, code };
}

/**
 * Docker compose runs for this tier alone: beside the others it would only take their processors.
 * @param {Tier} tier
 */
async function runOnCompose(tier) {
  try {
    compose = await startCompose({ log: say });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1 };
  }
  const result = await run(tier);
  const found = await compose.foundAtRest(join(work, 'marks')).catch((error) => [String(error)]);
  if (found.length > 0) say(`This lies in the clear where it must not:\n${found.join('\n')}`);
  result[found.length > 0 ? 'failed' : 'passed'] += 1;
  if (result.failed > 0) process.stderr.write(`${await compose.logs()}\n`);
  return result;
}

/**
 * The messaging promises on one version of RabbitMQ: the broker of the run where it is of that version.
 * @param {Tier} tier
 * @param {string} version
 * @returns {Promise<Result & {note: string}>}
 */
async function runOn(tier, version) {
  const own = infrastructure && isVersion(infrastructure, version);
  const broker = own ? infrastructure : await startBrokerOf(version, say);
  if (!broker || typeof broker === 'string')
    return { passed: 0, failed: values.all === true ? 1 : 0, note: `NOT RUN: ${broker ?? 'no broker'}` };
  otherBroker = own ? undefined : broker;
  say(`testing: ${tier.name} on RabbitMQ ${broker.version} (${broker.kind})`);
  const result = await run(tier, broker);
  await otherBroker?.stop();
  otherBroker = undefined;
  return { ...result, note: `RabbitMQ ${broker.version}, ${broker.kind}` };
}

/** @typedef {{passed: number, failed: number}} Result */
/** @typedef {Result & {code: number | null}} JestRun */

async function main() {
  if (unknown.length > 0)
    throw new PlainError(
      `There is no tier ${unknown.join(', ')}; there are: ${TIERS.map((tier) => tier.name).join(', ')}`,
    );
  await prepare();
  /** @type {string[]} */
  const lines = [];
  const sum = { passed: 0, failed: 0 };
  /** @param {string} label @param {() => Promise<Result & {note?: string}>} work */
  const count = async (label, work) => {
    const start = Date.now();
    const { passed, failed, note } = await work();
    const seconds = Math.round((Date.now() - start) / 1_000);
    lines.push(
      `${label.padEnd(13)} ${passed} passed, ${failed} failed  (${seconds} s)${note ? `  ${note}` : ''}`,
    );
    sum.passed += passed;
    sum.failed += failed;
  };
  /** @param {Tier[]} some */
  const inTurn = async (some) => {
    for (const tier of some) {
      say(`testing: ${tier.name}`);
      if (tier.name === 'contract')
        for (const version of BROKERS) await count(`contract ${version}`, () => runOn(tier, version));
      else await count(tier.name, () => (tier.needs.includes('compose') ? runOnCompose(tier) : run(tier)));
    }
  };
  await Promise.all([inTurn(tiers.filter(isSpare)), inTurn(tiers.filter((tier) => !isSpare(tier)))]);
  const left = TIERS.filter((tier) => !tiers.includes(tier)).map((tier) => tier.name);
  if (left.length > 0) lines.push(`not run: ${left.join(', ')}`);
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
  return sum;
}

async function cleanUp() {
  await compose?.stop();
  await otherBroker?.stop();
  await infrastructure?.stop();
  rmSync(work, { recursive: true, force: true });
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}

let sum = { passed: 0, failed: 1 };
try {
  sum = await main();
} catch (error) {
  process.stderr.write(
    `\n${error instanceof PlainError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
}
await cleanUp();
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { PlainError, say } from '../deploy/local/log.mjs';
import { hasCommand, installPackages } from '../deploy/local/packages.mjs';
import { build, installDependencies, ROOT } from '../deploy/local/prepare.mjs';
import { startCompose } from '../e2e/compose/stack.mjs';
import { isVersion, startBrokerOf, startTestInfrastructure } from '../libs/testing/test-infrastructure.mjs';
import { findSchemathesis } from './schemathesis.mjs';
import { describe, flakyLine, runAndRepeat } from './testing/repeats.mjs';
import { namesOf, runInOrder, TIERS } from './testing/tiers.mjs';

/*
 * `npm test`: what a change is most likely to break, in less than ten minutes, on a real broker and a real database that
 * are started once for all tiers. `--rest` runs what that leaves out, `--all` both; `--only unit,web` runs some tiers
 * whole, `--except unit,web` all but those, `--files <pattern>` some of their files. `contract` runs on each version of
 * RabbitMQ in BROKERS; with `--rest` or `--all`, a version that is not available is a failure, otherwise it is reported
 * as not run. Of tiers that need a broker, a database or a browser, files with a failure run once more; a test that
 * passes then counts as passed, and is flaky. The last line is `N passed, N failed`; before it stands `N flaky: <names>` if there are any.
 */

/** The newest major version, and the oldest supported one, which Debian 12 has. */
const BROKERS = ['4', '3.10'];

/** Suites that the report lists by their time. */
const SLOWEST = Number(process.env.SLOWEST_SUITES ?? 20);

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    except: { type: 'string' },
    files: { type: 'string' },
    all: { type: 'boolean' },
    rest: { type: 'boolean' },
  },
  allowPositionals: false,
});
const named = values.only?.split(',');
const unwanted = values.except?.split(',') ?? [];
const unknown = [...(named ?? []), ...unwanted].filter(
  (name) => !TIERS.some((tier) => namesOf(tier).includes(name)),
);
/** Everything counts: what cannot be run here has failed. */
const strict = values.all === true || values.rest === true;
const tiers = TIERS.filter(
  (tier) => isAskedFor(tier) && !namesOf(tier).some((name) => unwanted.includes(name)),
);

/** @param {Tier} tier */
function isAskedFor(tier) {
  if (named) return namesOf(tier).some((name) => named.includes(name));
  if (values.all) return true;
  if (values.rest) return tier.usual !== true;
  return values.files ? !tier.needs.includes('compose') : tier.usual !== undefined;
}

/** What `npm test` and `--rest` leave out of a tier, as arguments for Jest. @param {Tier} tier */
function selection({ usual }) {
  if (named || values.all || values.files || typeof usual !== 'string') return [];
  return [`--${values.rest ? 'testPathIgnorePatterns' : 'testPathPatterns'}=${usual}`];
}

/** @typedef {import('./testing/tiers.mjs').Tier} Tier */

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
/** How long each suite took. @type {{file: string, seconds: number}[]} */
const suites = [];
/** Tests that failed, and suites that could not be run. @type {string[]} */
const failures = [];
/** Those that passed when they were repeated. @type {import('./testing/repeats.mjs').Verdict[]} */
const flaky = [];

/** @param {string} name */
const needs = (name) => tiers.some((tier) => tier.needs.includes(name));

async function prepare() {
  await installDependencies({ tests: true });
  if (needs('browser') && !hasCommand('chromium-headless-shell') && !hasCommand('chromium')) {
    await installPackages(['chromium-headless-shell'], {
      log: say,
      otherwise: 'Or leave the browser out: npm test -- --except e2e-browser,e2e-faults',
    });
  }
  if (needs('firefox') && !hasCommand('firefox-esr')) {
    await installPackages(['firefox-esr'], {
      log: say,
      otherwise: 'Or leave it out: npm test -- --except e2e-faults-offline',
    });
  }
  if (needs('schemathesis')) process.env.SCHEMATHESIS = await findSchemathesis(say);
  if (needs('build')) await build({ all: true });
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
  const {
    code,
    verdicts,
    flaky: unsure,
  } = await runAndRepeat(
    (paths) => {
      if (paths) say(`testing once more: ${paths.map((file) => relative(ROOT, file)).join(', ')}`);
      return runJest(tier, broker, paths);
    },
    // Many seeds take an hour, and each fault is looked at.
    { mayRepeat: tier.needs.length > 0 && !process.env.SITTINGS_SEEDS, root: ROOT },
  );
  // With no test to run there may be no report.
  if (!verdicts) return { passed: 0, failed: code === 0 && values.files ? 0 : 1 };
  flaky.push(...unsure);
  const failed = verdicts.filter(({ hasPassed }) => !hasPassed);
  failures.push(...failed.map(describe));
  const passed = verdicts.length - failed.length;
  // A global tear-down that threw, for one, is in no test's result.
  return { passed, failed: failed.length || Number(code !== 0 || (passed === 0 && !values.files)) };
}

/**
 * @param {Tier} tier
 * @param {TestBroker | undefined} broker
 * @param {string[]} [paths] of the only files to run
 * @returns {ReturnType<import('./testing/repeats.mjs').Run>}
 */
async function runJest(tier, broker, paths) {
  const { name, project = name, serial, files = [] } = tier;
  const report = join(work, `${name}-${broker?.version ?? ''}.json`);
  rmSync(report, { force: true });
  // Integration tests mostly wait for the database, and web tests last longest.
  const workers = tier.alone || ['integration', 'web'].includes(name) || tiers.length === 1 ? 2 : 1;
  const args = ['--experimental-vm-modules', '--no-warnings'];
  // What a test leaves behind is mostly gone when 64 MB are full, but not when V8's usual 16 MB are.
  args.push(
    '--max-semi-space-size=64',
    join(ROOT, 'node_modules/jest/bin/jest.js'),
    '--selectProjects',
    project,
    '--json',
    `--outputFile=${report}`,
    serial ? '--runInBand' : `--maxWorkers=${workers}`,
    // A suite that left something open has failed to clean up, not to test.
    '--forceExit',
    ...(paths ? ['--runTestsByPath', ...paths] : [...files, ...selection(tier)]),
  );
  // Not every tier has some of the files that are asked for.
  if (values.files && !paths) args.push(`--testPathPatterns=${values.files}`, '--passWithNoTests');
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
    ...(tier.needs.includes('compose') && compose?.env),
    // Suites that start, stop and kill a broker or a database of their own have them as processes.
    ...(project.startsWith('e2e-') && { INFRA: 'native' }),
  };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (!existsSync(report)) return { code };
  /** @type {{testResults: import('./testing/repeats.mjs').Suite[]}} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  for (const { name, startTime, endTime } of testResults)
    suites.push({ file: relative(ROOT, name), seconds: (endTime - startTime) / 1_000 });
  return { code, suites: testResults };
}

/** Docker compose runs for this tier alone, and has ended before suites measure. @param {Tier} tier */
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
  await compose.stop();
  compose = undefined;
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
    return { passed: 0, failed: strict ? 1 : 0, note: `NOT RUN: ${broker ?? 'no broker'}` };
  otherBroker = own ? undefined : broker;
  say(`testing: ${tier.name} on RabbitMQ ${broker.version} (${broker.kind})`);
  // Once is enough for what uses the database alone.
  const files = version === BROKERS[0] ? [] : ['--testPathIgnorePatterns=platform/test/database'];
  const result = await run({ ...tier, files }, broker);
  await otherBroker?.stop();
  otherBroker = undefined;
  return { ...result, note: `RabbitMQ ${broker.version}, ${broker.kind}` };
}

/** @typedef {{passed: number, failed: number}} Result */

async function main() {
  if (unknown.length > 0)
    throw new PlainError(
      `There is no tier ${unknown.join(', ')}; there are: ${TIERS.map(({ name }) => name).join(', ')}`,
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
      `${label.padEnd(22)} ${passed} passed, ${failed} failed  (${seconds} s)${note ? `  ${note}` : ''}`,
    );
    sum.passed += passed;
    sum.failed += failed;
  };
  /** @param {Tier} tier */
  const runTier = async (tier) => {
    say(`testing: ${tier.name}`);
    if (tier.name === 'contract')
      for (const version of BROKERS) await count(`contract ${version}`, () => runOn(tier, version));
    else await count(tier.name, () => (tier.needs.includes('compose') ? runOnCompose(tier) : run(tier)));
  };
  await runInOrder(tiers, runTier);
  const left = TIERS.filter((tier) => !tiers.includes(tier)).map((tier) => tier.name);
  const parts = tiers.filter((tier) => selection(tier).length > 0).map((tier) => `part of ${tier.name}`);
  if (left.length + parts.length > 0) {
    const command = named || values.rest ? '' : '; npm test -- --rest runs that';
    lines.push(`not run: ${[...left, ...parts].join(', ')}${command}`);
  }
  const slowest = suites.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  lines.push(
    'the slowest suites:',
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
  );
  if (flaky.length > 0) lines.push('flaky:', ...flaky.map((verdict) => `  ${describe(verdict)}`));
  if (failures.length > 0) lines.push('failed:', ...failures.map((text) => `  ${text}`));
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
process.stdout.write(
  `\n${flakyLine(flaky.map(({ name }) => name))}${sum.passed} passed, ${sum.failed} failed\n`,
);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);

import { PlainError, say } from '../../deploy/local/log.mjs';
import { growth, heapForGrowthMb } from '../works/growth.mjs';
import { insights } from '../works/insights.mjs';
import { loginsBeside } from '../works/logins-beside.mjs';
import { memory } from '../works/memory.mjs';
import { mixed } from '../works/mixed.mjs';
import { PAIRED_WORKS } from '../works/pairs.mjs';
import { ready } from '../works/ready.mjs';
import { replicas } from '../works/replicas.mjs';
import { startInfrastructure } from './infrastructure.mjs';
import { machine, machineInWords } from './machine.mjs';
import { idleCounts, measurePair } from './paired.mjs';
import { pairedLines, plainLines, writeReport } from './report.mjs';
import { startMonolith, startOurs, startProviders } from './sides.mjs';

/**
 * @typedef {object} BenchOptions
 * @property {number} turns
 * @property {number} [seconds] of one turn of one side; each work has its own unless given
 * @property {string[] | undefined} only ids of paired works; all unless given
 * @property {string} out the folder of the report
 *
 * @typedef {object} Bed where a work runs: everything is up
 * @property {import('./infrastructure.mjs').Infrastructure} infrastructure
 * @property {import('./sides.mjs').Ours} ours
 * @property {import('./sides.mjs').Side} monolith
 * @property {import('./sides.mjs').Providers} providers
 * @property {BenchOptions & {seconds: number}} options
 */

/**
 * Works without pairs, by name: what `npm run bench -- <name>` takes besides `pairs`.
 * @type {Record<string, (bed: Bed) => Promise<import('./report.mjs').PlainResult>>}
 */
const PLAIN = { memory, ready, growth, insights, mixed, 'logins-beside': loginsBeside, replicas };

/** Seconds of one turn, unless given. */
const TURN_S = 6;
/**
 * The works that take longer: a thousand insights, and ten minutes of mixed load.
 * @type {Record<string, number>}
 */
const LONGER_S = { insights: 63, mixed: 60 };

/**
 * Runs the named works and writes the report. Answers whether no request failed.
 * @param {string[]} names
 * @param {BenchOptions} options
 */
export async function runBench(names, options) {
  const known = ['pairs', ...Object.keys(PLAIN)];
  const ids = PAIRED_WORKS.map(({ id }) => id);
  assertKnown(names, known, 'work');
  assertKnown(options.only ?? [], ids, 'pair');
  /** @type {import('./report.mjs').Report} */
  const report = {
    machine: machine(),
    turns: options.turns,
    seconds: options.seconds ?? TURN_S,
    paired: [],
    plain: [],
    notRun: [],
  };
  say(machineInWords(report.machine));
  await runWorks(names, options, report);
  writeReport(report, options.out);
  for (const { words, reason } of report.notRun) say(`not run: ${words} (${reason})`);
  say(`the report is in ${options.out}`);
  const sides = report.paired.flatMap(({ results }) =>
    results.flatMap(({ sides: both }) => Object.values(both)),
  );
  return [...sides, ...report.plain].every(({ failed }) => failed === 0);
}

/**
 * @param {string[]} names
 * @param {BenchOptions} options
 * @param {import('./report.mjs').Report} report
 */
async function runWorks(names, options, report) {
  /** @type {(() => Promise<unknown>)[]} */
  const stops = [];
  try {
    const heapMb = names.includes('growth') ? heapForGrowthMb : undefined;
    const infrastructure = await startInfrastructure(say, { heapMb });
    stops.push(infrastructure.stop);
    say(`database: ${infrastructure.database}`);
    const providers = await startProviders();
    stops.push(providers.stop);
    const ours = await startOurs(providers);
    stops.push(ours.stop);
    const { mongoUrl } = infrastructure;
    const monolith = await startMonolith(providers, { mongoUrl, database: `${ours.database}_monolith` });
    stops.push(monolith.stop);
    for (const name of names) {
      const work = PLAIN[name];
      const seconds = options.seconds ?? LONGER_S[name] ?? TURN_S;
      const bed = { infrastructure, ours, monolith, providers, options: { ...options, seconds } };
      if (!work) await pairs(bed, report);
      else note({ ...(await work(bed)), seconds }, report);
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/**
 * @param {import('./report.mjs').TimedResult} answer
 * @param {import('./report.mjs').Report} report
 */
function note({ notRun = [], ...answer }, report) {
  report.plain.push(answer);
  report.notRun.push(...notRun);
  print(plainLines(answer));
}

/**
 * The report is written after each of them: a run that is broken off has what it has measured.
 * @param {Bed} bed
 * @param {import('./report.mjs').Report} report
 */
async function pairs({ infrastructure, ours, monolith, options }, report) {
  const { turns, seconds, only } = options;
  const { amqpUrl, mongoUrl, pids: shared } = infrastructure;
  const where = { amqpUrl, mongoUrl, database: `${ours.database}_raw` };
  const idle = await idleCounts(ours);
  /** @type {import('./paired.mjs').PairedResult[]} */
  const results = [];
  report.paired.push({ database: infrastructure.database, results });
  for (const work of PAIRED_WORKS.filter(({ id }) => only?.includes(id) ?? true)) {
    say(`measuring: ${work.words}`);
    const result = await measurePair(work, { ours, monolith, where, shared, turns, seconds, idle });
    results.push(result);
    print(pairedLines(result));
    writeReport(report, options.out);
  }
}

/**
 * @param {string[]} names
 * @param {string[]} known
 * @param {string} what
 */
function assertKnown(names, known, what) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new PlainError(`There is no ${what} ${unknown.join(', ')}; there are: ${known.join(', ')}`);
}

/** @param {string[]} lines */
function print(lines) {
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
}

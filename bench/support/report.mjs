import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ratioChart } from './chart.mjs';
import { COUNTED } from './counts.mjs';
import { rounded } from './statistics.mjs';

/**
 * @typedef {import('./paired.mjs').PairedResult} PairedResult
 * @typedef {import('./statistics.mjs').Spread} Spread
 * @typedef {{database: string, results: PairedResult[]}} PairedRun
 * @typedef {{words: string, reason: string}} NotRun
 * @typedef {{id: string, words: string, database: string, figures: {words: string, value: number, unit: string, goal?: string}[],
 *   failed: number, notRun?: NotRun[]}} PlainResult notRun: parts of it that would mean nothing here
 * @typedef {PlainResult & {seconds: number}} TimedResult seconds: of one turn of it
 * @typedef {{machine: import('./machine.mjs').Machine, turns: number, seconds: number, paired: PairedRun[],
 *   plain: TimedResult[], notRun: NotRun[]}} Report seconds: of one turn of a pair
 */

/** @param {Spread} spread */
const inWords = ({ min, median, max }) => `${rounded(median)} (${rounded(min)} to ${rounded(max)})`;

/** @type {Record<PairedResult['figure'], string>} */
const UNIT = { perSecond: 'a second', medianMs: 'ms' };

/**
 * One work of both sides, in lines for a terminal.
 * @param {PairedResult} result
 */
export function pairedLines({ words, figure, goal, least, ratio, sides, limits }) {
  const lines = [
    words,
    `  ratio      ${inWords(ratio)}${goal === undefined ? '' : `; goal ${goal}, not done below ${least}`}`,
    ...limits.map(
      (limit) => `  to ${limit.words}: ${inWords(limit.ratio)}, of ${inWords(limit.figure)} ${UNIT[figure]}`,
    ),
  ];
  for (const [name, side] of Object.entries(sides)) {
    const counts = COUNTED.map((one) => `${side.counts[one].toFixed(2)} ${one}`).join(', ');
    const cpu = Object.entries(side.cpuMs).map(([part, ms]) => `${part} ${ms.toFixed(2)}`);
    lines.push(
      `  ${name.padEnd(10)} ${inWords(side.figure)} ${UNIT[figure]}, 95 % within ${Math.round(side.p95Ms.median)} ms`,
      `             each: ${counts}`,
      `             CPU ms each: ${cpu.join(', ')}; ${cpuSum(side.cpuMs).toFixed(1)} in all`,
    );
    if (side.failed > 0)
      lines.push(`             FAILED ${side.failed} of ${side.done}: ${side.firstFailure}`);
  }
  return lines;
}

/** @param {Record<string, number>} cpuMs */
const cpuSum = (cpuMs) => Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);

/**
 * @param {PlainResult} result
 */
export function plainLines({ words, database, figures, failed }) {
  return [
    `${words} (${database})`,
    ...figures.map(
      ({ words: what, value, unit, goal }) =>
        `  ${what}: ${rounded(value)} ${unit}${goal ? `; goal ${goal}` : ''}`,
    ),
    ...(failed > 0 ? [`  FAILED ${failed}`] : []),
  ];
}

/**
 * Writes results.json, and ratios.svg where pairs were run, into a folder.
 * @param {Report} report
 * @param {string} folder
 */
export function writeReport(report, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(withRounded(report), null, 2)}\n`);
  if (report.paired.length > 0) writeFileSync(join(folder, 'ratios.svg'), chartOf(report));
}

/** @param {Report} report */
function chartOf({ machine: { node, processors, date }, turns, paired }) {
  const works = paired[0]?.results ?? [];
  return ratioChart({
    title: 'Inner Weather in relation to an Express and mongoose monolith',
    explanation: `Above 1 ours is better. Bar: median of ${turns} turns; line: minimum to maximum; diamond: goal. Node ${node}, ${processors} processors, ${date}.`,
    series: paired.map(({ database }) => database),
    rows: works.map(({ id, words, goal }) => ({
      label: words,
      goal,
      bars: paired.flatMap(({ results }, series) =>
        results.filter((result) => result.id === id).map(({ ratio }) => ({ series, ratio })),
      ),
    })),
  });
}

/**
 * Digits that are only noise make every difference of two reports a long one.
 * @template T
 * @param {T} value
 * @returns {T}
 */
function withRounded(value) {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'number' ? rounded(one) : one)));
}

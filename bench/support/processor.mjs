import { readdirSync, readFileSync } from 'node:fs';
import { rounded, spread } from './report.mjs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that each process has taken since its start, with the processes that it started.
 * @param {Record<string, number | undefined>} pids by name, each the leader of its group
 */
export function processorMs(pids) {
  /** @type {Map<number, number>} */
  const byGroup = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (stat) byGroup.set(stat.group, (byGroup.get(stat.group) ?? 0) + stat.ms);
  }
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, byGroup.get(pid ?? 0) ?? 0]));
}

/** Undefined if it has ended. @param {string} pid */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before, in brackets, may contain blanks. proc(5): group, user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { group: Number(fields[2]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return undefined;
  }
}

/**
 * Processor milliseconds of one request and all that it sets off, by process.
 * @param {Record<string, number>} before
 * @param {Record<string, number>} after
 * @param {number} requests
 */
export function costOfEach(before, after, requests) {
  return Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / requests]),
  );
}

/** The median of all turns. @param {Record<string, number>[]} costs */
export function costInWords(costs) {
  const medianOf = (/** @type {(cost: Record<string, number>) => number} */ of) =>
    rounded(spread(costs.map(of)).median);
  const all = medianOf((cost) => Object.values(cost).reduce((sum, ms) => sum + ms, 0));
  const names = Object.keys(costs[0] ?? {});
  return `${all} (${names.map((name) => `${name} ${medianOf((cost) => cost[name] ?? NaN)}`).join(', ')})`;
}

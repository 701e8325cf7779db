import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of one tick of /proc/<pid>/stat: USER_HZ is 100 on every Linux (man 5 proc). */
const TICK_MS = 10;

/** @typedef {{pid: number, parent: number, cpuMs: number}} Stat */

/**
 * CPU milliseconds that each group of processes has used until now: those named and whatever they have started.
 * @template {string} Name
 * @param {Record<Name, number | undefined>} pids a name without a pid is left out
 * @returns {Partial<Record<Name, number>>}
 */
export function cpuOf(pids) {
  const all = stats();
  /** @type {Partial<Record<Name, number>>} */
  const used = {};
  for (const [name, pid] of entries(pids)) {
    if (pid) used[name] = sum(family(all, pid).map(({ cpuMs }) => cpuMs));
  }
  return used;
}

/**
 * Megabytes of memory as the proportional set size: pages that several share count in parts.
 * @template {string} Name
 * @param {Record<Name, number | undefined>} pids
 * @returns {Partial<Record<Name, number>>}
 */
export function memoryOf(pids) {
  const all = stats();
  /** @type {Partial<Record<Name, number>>} */
  const used = {};
  for (const [name, pid] of entries(pids)) {
    if (pid) used[name] = sum(family(all, pid).map((one) => pssMb(one.pid)));
  }
  return used;
}

/**
 * Open files, sockets and pipes of one process.
 * @param {number} pid
 */
export function handlesOf(pid) {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/**
 * @param {Stat[]} all
 * @param {number} pid
 * @returns {Stat[]}
 */
function family(all, pid) {
  const own = all.filter((one) => one.pid === pid);
  return [...own, ...all.filter(({ parent }) => parent === pid).flatMap((child) => family(all, child.pid))];
}

/** @returns {Stat[]} */
function stats() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name, in parentheses, may hold spaces; after it comes field 3 of proc(5)'s stat.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
        return [{ pid: Number(name), parent: Number(fields[1]), cpuMs }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** @param {number} pid */
function pssMb(pid) {
  try {
    const kb = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kb ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/**
 * @template {string} Name
 * @template Value
 * @param {Record<Name, Value>} record
 */
const entries = (record) => /** @type {[Name, Value][]} */ (Object.entries(record));

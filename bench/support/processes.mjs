import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of one tick of /proc/<pid>/stat: USER_HZ is 100 on every Linux (man 5 proc). */
const TICK_MS = 10;

/** @typedef {Record<string, number | undefined>} Pids by name; a process that runs elsewhere has none */

/**
 * CPU milliseconds that each process and its children have used until now.
 * @param {Pids} pids
 * @returns {Record<string, number>}
 */
export function cpuOf(pids) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  /** @type {(pid: number) => number} */
  const used = (pid) =>
    all.reduce((ms, one) => ms + (one.pid === pid ? one.ms : one.parent === pid ? used(one.pid) : 0), 0);
  return Object.fromEntries(Object.entries(pids).flatMap(([name, pid]) => (pid ? [[name, used(pid)]] : [])));
}

/**
 * Megabytes of one process as the proportional set size: a shared page counts in parts.
 * @param {number} pid
 */
export function memoryMb(pid) {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_024;
}

/**
 * Open files, sockets and pipes of one process.
 * @param {number} pid
 */
export function openHandles(pid) {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** @param {string} pid */
function statOf(pid) {
  try {
    // The name, in parentheses, may hold spaces; after it comes field 3 of proc(5)'s stat.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ms = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    return [{ pid: Number(pid), parent: Number(fields[1]), ms }];
  } catch {
    // It has ended since it was listed.
    return [];
  }
}

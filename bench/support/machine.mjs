import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

/** On what a figure was measured: without that it says nothing. */
export function machine() {
  return {
    node: process.version,
    processors: availableParallelism(),
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()} ${arch()}`,
    // Above the number of processors, somebody else was at work too.
    loadAtStart: Number((loadavg()[0] ?? 0).toFixed(1)),
    version: JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** @typedef {ReturnType<typeof machine>} Machine */

/** @param {Machine} one */
export function machineInWords({ node, processors, model, memoryGb, system, loadAtStart }) {
  return `Node ${node}, ${processors} processors (${model}), ${memoryGb} GB, ${system}; load ${loadAtStart} at the start`;
}

import { readdirSync, readFileSync } from 'node:fs';
import { runLoad } from '../support/load.mjs';
import { messagesIn, queuesEmpty } from '../support/queues.mjs';
import { report } from '../support/report.mjs';

const CLIENTS = 8;
const PER_SECOND = 100;
const ENTRIES = 30;
/** Searches for each save and login: people read more than they write. */
const SEARCHES = 6;
const TURN_S = 60;
/** Turns after the first one, which warms up. */
const TURNS = 9;

/**
 * Saves, searches and logins over a longer time: memory and open handles of the services after the first turn and
 * at the end, and the messages that are left.
 * @param {import('../support/run.mjs').Bed} bed
 */
export async function mixed({ ours: { door, adminUrls, pids }, seconds = TURN_S }) {
  const people = await door.people(CLIENTS, ENTRIES);
  // Others log in than those who write: a person's oldest session ends when there are too many.
  const visitors = await door.people(CLIENTS, 0);
  const load = async (/** @type {number} */ loadSeconds) => {
    const result = await runLoad(door.url, {
      people,
      callsOf: (person) => [
        () => door.save(person),
        ...Array.from({ length: SEARCHES }, () => () => door.search(person, ENTRIES, ENTRIES)),
        () => door.logIn({ ...person, ...visitors[people.indexOf(person)] }),
      ],
      seconds: loadSeconds,
      perSecond: PER_SECOND,
    });
    await queuesEmpty(adminUrls);
    return result;
  };
  const processes = Object.values(pids).filter((pid) => pid !== undefined);
  const sum = (/** @type {(pid: number) => number} */ of) =>
    Math.round(processes.map(of).reduce((total, value) => total + value, 0));
  const atRest = sum(memoryMb);
  const first = await load(seconds);
  const before = { memory: sum(memoryMb), handles: sum(openHandles) };
  const rest = await load(TURNS * seconds);
  const figures = [
    `requests: ${first.sent + rest.sent}`,
    `memory of all services before the load: ${atRest} MB`,
    `memory: after the first tenth ${before.memory} MB, at the end ${sum(memoryMb)}; goal no growth`,
    `open handles: after the first tenth ${before.handles}, at the end ${sum(openHandles)}; goal no growth`,
    `messages left in queues: ${await messagesIn(adminUrls)}; goal 0`,
  ];
  return report(`mixed load of ${((TURNS + 1) * seconds) / 60} minutes`, figures, [first, rest]);
}

/**
 * Megabytes of one process as the proportional set size: a shared page counts in parts.
 * @param {number} pid
 */
function memoryMb(pid) {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_024;
}

/** Open files, sockets and pipes of one process. @param {number} pid */
const openHandles = (pid) => readdirSync(`/proc/${pid}/fd`).length;

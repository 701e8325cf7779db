import { Session } from 'node:inspector';

/** Milliseconds between two looks at how much the process does. */
const LOOK_EVERY_MS = 10_000;
/** The process rests when it used less than this share of one processor since the last look. */
const RESTING_SHARE = 0.03;
/** Milliseconds of processor time since the last collection, from which on there is something to collect. */
const WORTH_COLLECTING_MS = 500;

/**
 * Gives memory that is no longer needed back to the machine, once after each time of work (the start is one), as soon as
 * the process rests. V8 by itself keeps what the work took until as much garbage has come together again, which takes a
 * process at rest hours.
 */
export function giveMemoryBackAtRest(giveBack: () => void = giveMemoryBack): void {
  let givenBackAtMs = 0;
  let lookedAtMs = processorMs();
  const look = (): void => {
    const nowMs = processorMs();
    const rests = nowMs - lookedAtMs < RESTING_SHARE * LOOK_EVERY_MS;
    lookedAtMs = nowMs;
    if (!rests || nowMs - givenBackAtMs < WORTH_COLLECTING_MS) return;
    giveBack();
    givenBackAtMs = lookedAtMs = processorMs();
  };
  setInterval(look, LOOK_EVERY_MS).unref();
}

/**
 * Takes some 100 ms. `global.gc()` collects too, but keeps the memory for the process; this is what V8 does when the
 * memory of the machine runs out.
 */
function giveMemoryBack(): void {
  const session = new Session();
  session.connect();
  // A session that is closed within its own answer stops the process for good.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()));
}

/** Processor time of this process since it started. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

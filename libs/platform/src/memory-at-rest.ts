/** Milliseconds between two looks at how much the process does. */
const LOOK_EVERY_MS = 5_000;
/** The process rests when it used less of the processor than this since the last look. With nothing to do it uses 50. */
const RESTING_MS = 150;
/** Collections after a time of work. V8 makes the heap for new objects smaller when little was made since the last. */
const COLLECTIONS = 2;

/** What to call before memory is given back. */
const forgotten: (() => void)[] = [];

/** For what a process keeps only to be quick, for as long as it lives: `forget` is called when the process rests. */
export function forgetAtRest(forget: () => void): void {
  forgotten.push(forget);
}

/**
 * Gives memory that is no longer needed back to the machine after each time of work (the start is one), as soon as the
 * process rests. V8 by itself keeps what the work took until as much garbage has come together again, which takes a
 * process at rest hours. It needs Node's `--expose-gc`, with which `npm start` and the images run.
 */
export function giveMemoryBackAtRest(giveBack: () => void = giveMemoryBack): void {
  let due = COLLECTIONS;
  let lookedAtMs = processorMs();
  const look = (): void => {
    if (processorMs() - lookedAtMs >= RESTING_MS) due = COLLECTIONS;
    else if (due > 0) {
      due--;
      for (const forget of forgotten) forget();
      giveBack();
    }
    lookedAtMs = processorMs();
  };
  setInterval(look, LOOK_EVERY_MS).unref();
}

/** Takes some 100 ms. */
function giveMemoryBack(): void {
  // Node 24 keeps what this frees for the process, and gives it back only with the second.
  global.gc?.();
  // To Node 20 any options mean a collection of the new objects alone.
  global.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Processor time of this process since it started. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

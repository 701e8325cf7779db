/**
 * Starts a clock of the processor, for tests of how long something takes: beside other work it goes on as it does alone.
 * @returns milliseconds of the processor that this process has taken since
 */
export function processorClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}

/** How many times as many things a test of growth gives. What looks at each pair of things takes 64 times as long. */
export const GROWTH = 8;
/** Times as long that many things may take, since more memory takes longer to find and to collect. */
export const LINEAR = 3 * GROWTH;

/** Milliseconds of the processor that are no proof: beside other work, such a short time may be any number of times as long. */
const QUICK_MS = 30;
const ATTEMPTS = 6;
/** The first times compile the code. */
const TIMES = 4;

/**
 * How many times as long something takes with `GROWTH` times as many things, on any machine. The least of several times counts.
 * @param work does it with that many things: `many`, and `GROWTH` times fewer
 * @returns 0 if many things take too little time to tell
 */
export async function timesAsLong(work: (things: number) => unknown, many: number): Promise<number> {
  const least = { few: Infinity, many: Infinity };
  const growth = () => least.many / least.few;
  // It takes infinitely few until it is done.
  for (let attempt = 0; attempt < ATTEMPTS && !(growth() < LINEAR); attempt += 1) {
    least.many = Math.min(least.many, await costOf(() => work(many)));
    if (least.many <= QUICK_MS) return 0;
    for (let time = 0; time < TIMES; time += 1)
      least.few = Math.min(least.few, await costOf(() => work(many / GROWTH)));
  }
  return growth();
}

async function costOf(work: () => unknown): Promise<number> {
  const takenMs = processorClock();
  await work();
  return takenMs();
}

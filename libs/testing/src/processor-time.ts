/**
 * Starts a clock of the processor, for tests of what must not take a time that grows with the square of something: beside
 * other work it goes on as it does alone.
 * @returns milliseconds of the processor that this process has taken since
 */
export function processorClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}

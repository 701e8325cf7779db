import type { Child } from '../../deploy/local/process.mjs';
import { SupervisedProcess } from '../../deploy/local/stack.mjs';

describe('a process that dies', () => {
  /** Dies so often, each time right after its start, and then runs. Resolves when it runs, or is given up. */
  async function dies(times: number, wasReady: boolean) {
    const said: string[] = [];
    const pauses: number[] = [];
    let starts = 0;
    await new Promise<void>((over) => {
      const child = {
        lastWords: ': no disk',
        lastLines: 'Error: no disk',
        get alive() {
          return starts > times;
        },
        start: () => {
          starts += 1;
        },
        exited: async () => {
          if (starts <= times) return 1;
          over();
          return new Promise<number>(() => undefined);
        },
      };
      const log = (line: string) => {
        said.push(line);
        if (line.includes('is not started again')) over();
      };
      const supervised = new SupervisedProcess(
        'journal',
        child as unknown as Child,
        log,
        async (ms: number) => pauses.push(ms),
      );
      const ready = wasReady ? supervised.until(() => Promise.resolve(true), 1_000) : Promise.resolve();
      void ready.then(() => supervised.start());
    });
    return { said, pauses, starts };
  }

  it('is started again however often it dies, after pauses that grow to a minute', async () => {
    const { said, pauses, starts } = await dies(12, true);
    expect(starts).toBe(13);
    expect(pauses).toEqual([
      ...[200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200],
      ...[60_000, 60_000, 60_000],
    ]);
    const deaths = said.filter((line) => line.includes('died'));
    expect(deaths).toHaveLength(12);
    expect(deaths.at(-1)).toBe('journal died (1), 12 times in a row. It is started again in 60 s: no disk');
  });

  it('is given up, with the reason, if it was never ready', async () => {
    const { said, starts } = await dies(12, false);
    expect(starts).toBe(2);
    expect(said.at(-1)).toMatch(/^journal died 2 times in a row and is not started again.*no disk$/s);
  });
});

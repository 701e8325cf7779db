import { Logger } from '@nestjs/common';

/**
 * Work that is done again and again, with a pause between the end of one run and the start of the next. A run that
 * fails is logged; the next one comes all the same.
 */
export class RepeatedTask {
  private readonly logger = new Logger(RepeatedTask.name);
  private running: Promise<void> = Promise.resolve();
  private timer?: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly name: string,
    private readonly work: () => Promise<void>,
    /** Milliseconds until the next run, given how long the last one took. */
    private readonly pauseMs: (tookMs: number) => number,
  ) {}

  /** Runs for the first time now. */
  start(): void {
    if (!this.stopped) this.running = this.runAndPlan();
  }

  /** Starts nothing new, and resolves when the run under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async runAndPlan(): Promise<void> {
    const start = performance.now();
    try {
      await this.work();
    } catch (error) {
      this.logger.warn({ task: this.name, err: error, msg: 'a repeated task failed' });
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => this.start(), this.pauseMs(performance.now() - start));
  }
}

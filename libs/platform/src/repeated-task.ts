import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';

/** Work that runs again and again, with a pause after each run. A run that fails is logged and does not stop the next. */
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

  /** Starts the first run at once. */
  start(): void {
    if (!this.stopped) this.running = this.runAndPlan();
  }

  /** Starts no new run. Resolves when the current one has ended. */
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

/** Runs its tasks from the start of the process until it is told to stop. */
export abstract class RepeatedTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly tasks: RepeatedTask[];

  onApplicationBootstrap(): void {
    for (const task of this.tasks) task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }
}

import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';

/** Runs work repeatedly, with a pause after each run. A failed run is logged and does not prevent the next. */
export class RepeatedTask {
  private readonly logger = new Logger(RepeatedTask.name);
  private currentRun: Promise<void> = Promise.resolve();
  private timer?: NodeJS.Timeout;
  private isStopped = false;

  constructor(
    private readonly name: string,
    private readonly work: () => Promise<void>,
    /** Milliseconds until the next run, from the duration of the last run. */
    private readonly pauseMs: (tookMs: number) => number,
  ) {}

  /** Starts the first run at once. */
  start(): void {
    if (!this.isStopped) this.currentRun = this.runAndSchedule();
  }

  /** Starts no further run. Resolves when the current run has finished. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.currentRun;
  }

  private async runAndSchedule(): Promise<void> {
    const start = performance.now();
    try {
      await this.work();
    } catch (error) {
      this.logger.warn({ task: this.name, err: error, msg: 'a repeated task failed' });
    }
    if (this.isStopped) return;
    this.timer = setTimeout(() => this.start(), this.pauseMs(performance.now() - start));
  }
}

/** Runs its tasks from application bootstrap until shutdown. */
export abstract class RepeatedTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly tasks: RepeatedTask[];

  onApplicationBootstrap(): void {
    for (const task of this.tasks) task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }
}

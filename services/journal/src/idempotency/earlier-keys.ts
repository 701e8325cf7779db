import type { IdempotencyKey } from '@inner-weather/platform/idempotency/idempotency-key.schema';
import { IdempotencyKeys } from '@inner-weather/platform/idempotency/idempotency-keys';
import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';

/** Milliseconds between two looks whether any are left, or have come from a process of an earlier version. */
const LOOK_PAUSE_MS = 60_000;

/**
 * The Idempotency-Keys of versions up to 0.2.0, which stored each as a document of its own. They are honoured for the 24
 * hours that they were promised. Once none is left, no save asks for them.
 */
@Injectable()
export class EarlierKeys extends RepeatedTasks {
  protected readonly tasks = [
    new RepeatedTask(
      'earlier idempotency keys',
      () => this.look(),
      () => LOOK_PAUSE_MS,
    ),
  ];
  private thereAreSome = true;

  constructor(private readonly keys: IdempotencyKeys) {
    super();
  }

  async look(): Promise<void> {
    this.thereAreSome = await this.keys.thereAreSome();
  }

  async find(userId: string, key: string): Promise<IdempotencyKey | null> {
    return this.thereAreSome ? this.keys.find(userId, key) : null;
  }
}

import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { OwnListsRepository } from '../own-lists/own-lists.repository.js';
import { MeasuredRepository } from './measured.repository.js';

/** Milliseconds between two searches for values of deleted measures, which only their writer could read. */
const PAUSE_MS = 60_000;
/** People in one search. */
const PEOPLE_MAX = 20;

/** Deletes the values of deleted measures. */
@Injectable()
export class ForgottenMeasures extends RepeatedTasks {
  protected readonly tasks = [
    new RepeatedTask(
      'values of deleted measures',
      () => this.forgetAll(),
      () => PAUSE_MS,
    ),
  ];

  constructor(
    private readonly lists: OwnListsRepository,
    private readonly measured: MeasuredRepository,
  ) {
    super();
  }

  async forgetAll(): Promise<void> {
    for (const list of await this.lists.listLeaving(PEOPLE_MAX)) {
      await this.measured.forget(list._id.userId, list.leaving);
      await this.lists.forgetLeaving(list);
    }
  }
}

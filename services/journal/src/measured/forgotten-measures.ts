import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { type Leaving, MeasuresRepository } from '../measures/measures.repository.js';
import { MeasuredRepository } from './measured.repository.js';

/**
 * Milliseconds between two searches for values of deleted measures, which only their writer could read. A save that read
 * the list before the deletion is stored by then.
 */
const PAUSE_MS = 60_000;
/** People in one search. */
const PEOPLE_MAX = 20;

/** Deletes the values of deleted measures, and those that were on their way, a pause later. */
@Injectable()
export class ForgottenMeasures extends RepeatedTasks {
  protected readonly tasks = [
    new RepeatedTask(
      'values of deleted measures',
      () => this.forgetAll(),
      () => PAUSE_MS,
    ),
  ];

  /** The lists of the last search. */
  private searched = new Set<string>();

  constructor(
    private readonly measures: MeasuresRepository,
    private readonly measured: MeasuredRepository,
  ) {
    super();
  }

  async forgetAll(): Promise<void> {
    const before = this.searched;
    this.searched = new Set();
    for (const list of await this.measures.listLeaving(PEOPLE_MAX)) {
      await this.measured.forget(list._id, list.leaving);
      if (before.has(versionOf(list))) await this.measures.forgetLeaving(list);
      else this.searched.add(versionOf(list));
    }
  }
}

const versionOf = ({ _id, version }: Leaving): string => `${_id} ${version}`;

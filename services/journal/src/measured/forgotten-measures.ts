import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable } from '@nestjs/common';
import { EntriesRepository } from '../entries/entries.repository.js';
import { bytesOf } from '../entries/entry-bytes.js';
import { isOnlyMeasured, measuresIn } from '../entries/entry.mapper.js';
import { type Leaving, OwnListsRepository } from '../own-lists/own-lists.repository.js';
import { StorageService } from '../storage/storage.service.js';
import { type EntryWith, MeasuredRepository } from './measured.repository.js';

/**
 * Milliseconds between two searches for values of deleted measures, which only their writer could read. A save that read
 * the list before the deletion is stored by then.
 */
const PAUSE_MS = 60_000;
/** People in one search. */
const PEOPLE_MAX = 20;

/** Deletes the values of deleted measures, check-ins that had no others, and what was on its way, a pause later. */
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
    private readonly lists: OwnListsRepository,
    private readonly measured: MeasuredRepository,
    private readonly entries: EntriesRepository,
    private readonly storage: StorageService,
  ) {
    super();
  }

  async forgetAll(): Promise<void> {
    const before = this.searched;
    this.searched = new Set();
    for (const list of await this.lists.listLeaving(PEOPLE_MAX)) {
      await this.forget(list);
      if (before.has(versionOf(list))) await this.lists.forgetLeaving(list);
      else this.searched.add(versionOf(list));
    }
  }

  private async forget({ _id: { userId }, leaving }: Leaving): Promise<void> {
    for await (const entry of this.measured.listWith(userId, leaving)) {
      const isErased = Object.keys(entry.others).length === 0 && (await this.eraseEmpty(entry, leaving));
      if (!isErased) await this.storage.release(userId, await this.measured.keepOthers(entry));
    }
  }

  /** Returns false for an entry that has anything else, also since it was listed. */
  private async eraseEmpty({ _id, userId }: EntryWith, leaving: readonly string[]): Promise<boolean> {
    const existing = await this.entries.find(userId, _id.toHexString());
    if (!existing || !isOnlyMeasured(existing)) return false;
    const measured = Object.keys(measuresIn(existing.measures) ?? {});
    if (measured.some((id) => !leaving.includes(id))) return false;
    const erased = await this.entries.replaceByTombstone(existing, { updatedAt: existing.updatedAt });
    if (erased) await this.storage.release(userId, bytesOf(erased));
    return erased !== null;
  }
}

const versionOf = ({ _id, version }: Leaving): string => `${_id.userId} ${version}`;

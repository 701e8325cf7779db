import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { PutMeasuredDayRequest } from '@inner-weather/contracts/rpc/measures';
import type { Measured } from '@inner-weather/domain/measures/measures';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { MEASURE_PROBLEMS } from '@inner-weather/domain/problems/measure-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { toLocalText } from '@inner-weather/domain/time/local-time';
import { newEvent, type OutboxEvent } from '@inner-weather/platform/outbox/outbox';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { EntriesRepository } from '../entries/entries.repository.js';
import { bytesOf } from '../entries/entry-bytes.js';
import { EntrySealing } from '../entries/entry-sealing.js';
import { isOnlyMeasured, type MaybeUnreadable, measuresIn } from '../entries/entry.mapper.js';
import type { ReadableEntry } from '../entries/entry.schema.js';
import { type LivedTime, livedTimeOfMeasured } from '../entries/lived-time.js';
import { type NewEntry, toNewEntry } from '../entries/new-entry.js';
import { unavailableStamp } from '../entries/new-stamp.js';
import { ErasureService } from '../erasure/erasure.service.js';
import { acceptedOf, measureIn, MeasuresService } from '../measures/measures.service.js';
import { StorageService } from '../storage/storage.service.js';

/** Attempts while other requests set values of the same day, and seconds after which a client may try again. */
const ATTEMPTS = 10;
const RETRY_S = 1;

/**
 * Sets what a script measured for a whole day. All such values of a day are in one check-in without a mood, whose id
 * follows from the person and the day, so that any number of requests in any order leave one entry.
 */
@Injectable()
export class MeasuredDayService {
  constructor(
    private readonly measures: MeasuresService,
    private readonly entries: EntriesRepository,
    private readonly storage: StorageService,
    private readonly erasure: ErasureService,
    private readonly sealing: EntrySealing,
  ) {}

  /**
   * Throws `not_found` if there is no such measure, `validation_failed` for a value that it cannot have and for a day that
   * has not begun, `quota_exceeded` when the account is full, and `unavailable` while too many requests change the same day.
   */
  async put(request: PutMeasuredDayRequest): Promise<void> {
    const { userId, measureId, body } = request;
    const measures = await this.measures.list(userId);
    const measure = measureIn(measures, measureId);
    const values = body.value === null ? {} : acceptedOf([measure], { [measureId]: body.value });
    const now = new Date();
    const time = livedTimeOfMeasured(request, now);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { _id, existing } = await this.findOfDay(userId, request.day);
      const { [measureId]: _before, ...others } = measuresIn(existing?.measures) ?? {};
      // Those of a measure that was deleted stay away.
      const measured = { ...acceptedOf(measures, others), ...values };
      if (
        existing
          ? await this.change(existing, measured, now)
          : await this.create({ ...request, _id }, measured, time)
      )
        return;
    }
    throw new DomainError('unavailable', problem(MEASURE_PROBLEMS.day_busy), RETRY_S);
  }

  /** False if another request has created it meanwhile, or its deletion is not done yet. */
  private async create(
    { userId, location, _id }: PutMeasuredDayRequest & { _id: Types.ObjectId },
    measures: Measured,
    time: LivedTime,
  ): Promise<boolean> {
    if (Object.keys(measures).length === 0) return true;
    const now = new Date();
    const written = { content: '', location, checkIn: true, measures } as Parameters<typeof toNewEntry>[0];
    const weather = unavailableStamp({ location }, now);
    const entry: NewEntry = {
      ...toNewEntry(written, { _id, userId, weather, ...time, updatedAt: now }),
      ofDay: true,
    };
    const isInserted = await this.storage.during(userId, bytesOf(entry), async () => {
      // Only the change of the day is announced, since nothing was written.
      const result = await this.entries.insert(entry, [changedEvent(entry)]);
      return { takenBytes: result ? bytesOf(entry) : 0, result };
    });
    if (isInserted) await this.erasure.assertNotTooLate(userId);
    return isInserted;
  }

  /** False if another request has changed it meanwhile. */
  private async change(existing: ReadableEntry, measures: Measured, now: Date): Promise<boolean> {
    const { userId, updatedAt } = existing;
    if (isOnlyMeasured(existing) && Object.keys(measures).length === 0) {
      const erased = await this.entries.replaceByTombstone(existing, { updatedAt });
      if (erased) await this.storage.release(userId, bytesOf(erased));
      return erased !== null;
    }
    const edit = {
      measures: JSON.stringify(measures),
      updatedAt: new Date(Math.max(now.getTime(), updatedAt.getTime() + 1)),
    };
    const growth = Math.max(0, bytesOf({ ...existing, ...edit }) - bytesOf(existing));
    return this.storage.during(userId, growth, async () => {
      const edited = await this.entries.edit(existing, edit, [changedEvent(existing)]);
      return {
        takenBytes: edited ? bytesOf(edited.entry) - edited.bytesBefore : 0,
        result: edited !== null,
      };
    });
  }

  /** The check-in of a day, or the id that it will have. Its writer may have moved an earlier one to another day. */
  private async findOfDay(userId: string, day: string) {
    for (let moved = 0; ; moved++) {
      const _id = await this.sealing.idOfDay(userId, day, moved);
      const existing: MaybeUnreadable<ReadableEntry> | null = await this.entries.find(
        userId,
        _id.toHexString(),
      );
      if (existing && existing.day !== day) continue;
      if (existing?.unreadable)
        throw new DomainError('validation_failed', problem(JOURNAL_PROBLEMS.entry_unreadable));
      return { _id, existing };
    }
  }
}

const changedEvent = ({
  _id,
  userId,
  createdAt,
  offset,
  day,
}: Pick<ReadableEntry, '_id' | 'userId' | keyof LivedTime>): OutboxEvent<'journal.entry.updated.v1'> =>
  newEvent('journal.entry.updated.v1', {
    entryId: _id.toHexString(),
    userId,
    createdAt: toLocalText(createdAt.getTime(), offset),
    day,
  });

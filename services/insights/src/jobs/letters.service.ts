import type { UserDto } from '@inner-weather/contracts/accounts/users.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { RemindersLetterDueV1 } from '@inner-weather/contracts/messaging/events';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { KeyedIds } from '@inner-weather/platform/idempotency/keyed-ids';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Inject, Injectable } from '@nestjs/common';
import { INSIGHT_MODEL, type InsightModel } from '../model/insight-model.js';
import { JobsRepository } from './jobs.repository.js';
import { JournalReader } from './journal-reader.js';

/** Queues the letter of a week: an insight that comes without a request. */
@Injectable()
export class LettersService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly ids: KeyedIds,
    private readonly dataKeys: DataKeys,
    private readonly journal: JournalReader,
    private readonly rpc: RpcClient,
    @Inject(INSIGHT_MODEL) private readonly model: InsightModel,
  ) {}

  /**
   * Does nothing if nothing was written in these days, if the account was deleted, or for a week that has its letter: the
   * id of the job follows from user and week, so its insert fails. Throws if auth or journal does not answer.
   */
  async request({ userId, week, startDate, endDate }: RemindersLetterDueV1): Promise<void> {
    const user = await this.userOf(userId);
    if (!user) return;
    if (!(await this.journal.isWritten({ userId, startDate, endDate }))) return;
    const { name: userName, language = 'en' } = user;
    const id = await this.ids.forNew(userId, { letter: week }, `letter ${week}`);
    const days = { range: 'lastWeek', startDate, endDate };
    const provider = this.writerFor(user);
    await this.jobs.insert({ ...id, userId, userName, language, ...days, provider, letter: week });
    // The account may have been deleted, and its jobs erased, just before the insert.
    if (!(await this.dataKeys.isAlive(userId))) await this.jobs.deleteOfUser(userId);
  }

  /** Without consent to the outside model, the built-in analysis writes it, which sends nothing anywhere. */
  private writerFor({ aiConsent }: UserDto): InsightModel['provider'] {
    const { recipient, provider } = this.model;
    return recipient === undefined || aiConsent.includes(recipient) ? provider : 'local';
  }

  /** Undefined if the account was deleted. */
  private async userOf(userId: string): Promise<UserDto | undefined> {
    try {
      const user = await this.rpc.call('auth.get-user', { userId });
      // Second, since it creates a key for an account whose tombstone is gone.
      await this.dataKeys.forWriting(userId);
      return user;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'unauthenticated') return undefined;
      throw error;
    }
  }
}

import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { problem } from '@inner-weather/domain/problems/problem';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { Inject, Injectable } from '@nestjs/common';
import { INSIGHT_MODEL, type InsightModel } from '../model/insight-model.js';

/** Checks a person's consent to sending their entries to the configured model. */
@Injectable()
export class Consents {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(INSIGHT_MODEL) private readonly model: InsightModel,
  ) {}

  /**
   * Asks auth each time, so that a withdrawn consent takes effect at once. Throws `consent_required`, but never when
   * entries are not sent to an external recipient.
   * @returns whether figures of what the person measures may be sent along
   */
  async check(userId: string): Promise<boolean> {
    const { recipient } = this.model;
    if (recipient === undefined) return true;
    const { aiConsent, measuresToAi } = await this.rpc.call('auth.get-user', { userId });
    if (aiConsent.includes(recipient)) return measuresToAi;
    throw new DomainError('consent_required', {
      ...problem(JOURNAL_PROBLEMS.consent_missing, { recipient: recipient }),
      field: 'aiConsent',
    });
  }
}

import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { InsightsLetterWrittenV1 } from '@inner-weather/contracts/messaging/events';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Injectable, Logger } from '@nestjs/common';
import { isProved } from '../accounts/address.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { hashOf } from '../hash-of.js';
import { LetterMailsRepository } from './letter-mails.repository.js';
import { MailService, mayHaveAccepted, refusedForGood } from './mail.service.js';

/** Mails the letter of the week to users who chose that. */
@Injectable()
export class LetterMailService {
  private readonly logger = new Logger(LetterMailService.name);

  constructor(
    private readonly users: UsersRepository,
    private readonly mails: LetterMailsRepository,
    private readonly mail: MailService,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Sends a letter once, and once more at most if this service was killed while it sent it, or if the mail server did not
   * answer. Only to an address that is proved. Not again if the mail server refused it for good. Throws if a service or
   * the mail server has to be asked again.
   */
  async send({ userId, week, insightId }: InsightsLetterWrittenV1): Promise<void> {
    if (!this.mail.canSend) return;
    const user = await this.users.find(userId);
    if (!user || !isProved(user)) return;
    const { on, byMail, wordsInMail, stopSecret } = await this.rpc.call('reminders.get-letter', { userId });
    if (!on || !byMail) return;
    const words = wordsInMail ? await this.wordsOf(userId, insightId) : '';
    if (words === undefined) return;
    if (!(await this.mails.begin(userId, week))) return;
    const messageId = `${week}.${hashOf(userId).slice(0, 24)}`;
    try {
      await this.mail.sendLetter(user, { insightId, messageId, stopSecret, ...(words && { words }) });
    } catch (error) {
      if (refusedForGood(error)) {
        this.logger.warn({
          userId,
          week,
          err: error,
          msg: 'the mail server refuses the mail about a letter',
        });
        return this.mails.noteFinished(userId, week);
      }
      if (!mayHaveAccepted(error)) await this.mails.noteFailure(userId, week);
      throw error;
    }
    await this.mails.noteFinished(userId, week);
  }

  /**
   * The text of a letter without its references to entries, which lead nowhere in a mail. Empty if words suggest self-harm:
   * on the page, help lines come first. Undefined if the letter was deleted.
   */
  private async wordsOf(userId: string, jobId: string): Promise<string | undefined> {
    try {
      const { text, details } = await this.rpc.call('insights.get', { userId, jobId });
      return details?.selfHarm ? '' : text.replace(/ ?\[\d+\]\(#entry-\d+\)/g, '');
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

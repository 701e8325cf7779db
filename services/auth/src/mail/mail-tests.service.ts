import type { TestedMailDto } from '@inner-weather/contracts/administration/installation.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { reasonOf } from '@inner-weather/platform/dependencies';
import { type LimitPolicy, RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { isLost } from '../accounts/address.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { answerIn, failureOf, MailService } from './mail.service.js';

/** Of one administrator. */
export const MAIL_TESTS: LimitPolicy = {
  name: 'mail-tests',
  subject: 'mails',
  quota: 10,
  windowMs: 60 * 60_000,
};

/** Sends a mail to an administrator, who wants to know whether mail arrives. */
@Injectable()
export class MailTestsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly mail: MailService,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Answers when the mail server has. Throws `not_found` where no mail is sent, or the account has lost its address, and
   * `rate_limited`. The caller must have checked that this is an administrator.
   */
  async send(adminId: string): Promise<TestedMailDto> {
    const user = await this.users.get(adminId);
    if (!this.mail.canSend || isLost(user))
      throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.no_test_mail));
    await this.limiter.count(MAIL_TESTS, adminId);
    const { email } = user;
    try {
      await this.mail.sendTest(user);
      return { email, failure: null };
    } catch (error) {
      const reason = reasonOf(answerIn(error));
      return { email, failure: { code: failureOf(error), at: new Date().toISOString(), reason } };
    }
  }
}

import { Counters } from '@inner-weather/platform/limits/counters';
import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';

const HOUR_MS = 60 * 60_000;

/** Mails to one address within an hour, whatever they are about. */
const MAILS_PER_HOUR = 5;

/** Limits the mail to one address, so that no user can fill the mailbox of another. */
@Injectable()
export class MailLimitsService {
  constructor(
    private readonly counters: Counters,
    private readonly config: AuthConfig,
  ) {}

  /** Counts one mail to this address, and answers whether it may be sent. */
  async mayMail(email: string): Promise<boolean> {
    if (this.config.RATE_LIMITS === 'off') return true;
    return (await this.counters.add('reset-mail', email, HOUR_MS)) <= MAILS_PER_HOUR;
  }
}

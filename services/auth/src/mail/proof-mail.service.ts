import { type LimitPolicy, RateLimiter, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { type AddressedUser, LinkMailService } from './link-mail.service.js';
import { MailLimitsService } from './mail-limits.service.js';
import { MailService } from './mail.service.js';
import type { User } from '../accounts/user.schema.js';

const DAY_MS = 24 * 60 * 60_000;

/** Proof mails to one address within a day, from all accounts: the address may belong to a stranger. */
const PROOFS_A_DAY: LimitPolicy = {
  name: 'proof-mail',
  subject: 'mails',
  quota: 10,
  windowMs: DAY_MS,
};

/** Of all mails to one address: see MailLimitsService. */
const MAILS_AN_HOUR = { subject: 'mails', windowMs: 60 * 60_000 } as const;

/** Mails links that prove an address. An address gets no other mail before it is proved. */
@Injectable()
export class ProofMailService {
  constructor(
    private readonly linkMail: LinkMailService,
    private readonly mail: MailService,
    private readonly mailLimits: MailLimitsService,
    private readonly limiter: RateLimiter,
  ) {}

  /** Sends the mail after the answer, so that the answer takes the same time whether or not a mail is sent. */
  sendLater(user: AddressedUser): void {
    this.mail.later(() => this.send(user));
  }

  /** Throws `rate_limited` after too many mails to this address; rejects when the mail server refuses the mail. */
  async send(user: AddressedUser): Promise<void> {
    await this.count(user.email);
    await this.linkMail.sendProof(user);
  }

  /** For an account that was never asked for a proof: its link leads to a new password, which proves the address too. */
  async sendWithNewPassword(user: User): Promise<void> {
    await this.count(user.email);
    await this.linkMail.sendReset(user);
  }

  private async count(email: string): Promise<void> {
    if (!(await this.mailLimits.mayMail(email))) throw tooMany(MAILS_AN_HOUR);
    await this.limiter.count(PROOFS_A_DAY, email);
  }
}

import { Injectable } from '@nestjs/common';
import { isProved } from '../accounts/address.js';
import { EmailProofsService } from './email-proofs.service.js';
import { LinkMailService } from './link-mail.service.js';
import { MailLimitsService } from './mail-limits.service.js';
import { MailService } from './mail.service.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { RecoveryLimitsService } from './recovery-limits.service.js';

/** Sends links to a new password. */
@Injectable()
export class ResetRequestsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly linkMail: LinkMailService,
    private readonly mail: MailService,
    private readonly mailLimits: MailLimitsService,
    private readonly limits: RecoveryLimitsService,
    private readonly proofs: EmailProofsService,
  ) {}

  /**
   * Sends a link if there is such an account and mail can be sent. An address that is not proved is sent a link to
   * prove it instead. The answer and its time are the same whether or not there is an account, since the account is
   * looked for afterwards. Throws `rate_limited`.
   */
  async request(email: string, address: string): Promise<void> {
    await this.limits.countRequest(email, address);
    if (!this.mail.canSend) return;
    this.mail.later(() => this.send(email));
  }

  private async send(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user) return;
    if (!isProved(user)) return this.proofs.sendInsteadOfReset(user);
    if (!(await this.mailLimits.mayMail(email))) return;
    await this.linkMail.sendReset(user);
  }
}

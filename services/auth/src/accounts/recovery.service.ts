import type { ResetPasswordDto } from '@inner-weather/contracts/recovery.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LimitsService } from './limits.service.js';
import { MailService } from './mail.service.js';
import { assertNewPassword } from './new-password.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import { hashPassword } from './passwords.js';
import { SessionsService } from './sessions.service.js';
import { UsersRepository } from './users.repository.js';

/** A new password for who has forgotten the old one. */
@Injectable()
export class RecoveryService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(RecoveryService.name);
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly users: UsersRepository,
    private readonly links: OneTimeLinksRepository,
    private readonly mail: MailService,
    private readonly sessions: SessionsService,
    private readonly limits: LimitsService,
  ) {}

  /**
   * Sends a link, where there is an account and a way to send it. What this answers, and when, is the same either
   * way: the account is looked for afterwards. Throws `rate_limited`.
   */
  async request(email: string, address: string): Promise<void> {
    await this.limits.countResetRequest(email, address);
    if (!this.mail.canSend) return;
    const work = this.send(email)
      .catch((error: unknown) => this.logger.error({ err: error, msg: 'a mail could not be sent' }))
      .finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  /**
   * Uses a link up. Ends every session of the account. Throws `not_found` for a link that is no good any more,
   * `validation_failed` for a password that cannot be one; the link then stays good.
   */
  async reset({ token, password, passwordVal }: ResetPasswordDto): Promise<void> {
    const link = await this.links.find('reset', token);
    if (!link?.userId) throw noLink();
    assertNewPassword(password, passwordVal);
    const passwordHash = await hashPassword(password);
    if (!(await this.links.use(link))) throw noLink();
    const user = await this.users.update(link.userId, { passwordHash });
    if (!user || user === 'taken') throw noLink();
    await this.links.deleteResetsOf(link.userId);
    await this.sessions.closeAll(link.userId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async send(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user || !(await this.limits.mayMail(email))) return;
    const { token } = await this.links.create('reset', String(user._id));
    await this.mail.sendResetLink(email, user.firstName, token);
  }
}

const noLink = () =>
  new DomainError('not_found', 'This link has been used or has run out. Ask for a new one, please.');

import { RepeatedTask, RepeatedTasks } from '@inner-weather/platform/repeated-task';
import { Injectable, Logger } from '@nestjs/common';
import { isProved } from '../accounts/address.js';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { MailService, refusedForGood } from './mail.service.js';
import type { OneTimeLink } from './one-time-link.schema.js';
import { type NewLink, OneTimeLinksRepository, type MailedKind } from './one-time-links.repository.js';

/** An account, with the address that it has or is to have. */
export type AddressedUser = Pick<User, '_id' | 'email' | 'language'>;

/** How often each replica looks for mails to try again, in milliseconds. */
const CHECK_MS = 15_000;

/** Links that one look takes up, at most. */
const BATCH = 50;

/**
 * Mails links that set a password or prove an address. A mail that the server does not take is tried again while its link
 * is valid: greylisting, for one, answers 451 to a first attempt and takes one that comes some minutes later (RFC 6647).
 * Only a refusal for good (5xx, RFC 5321 section 4.2.1) ends that, or a newer mail of the same kind. Each attempt has a
 * token of its own, since only hashes are stored; it is valid for the whole time once it is on its way.
 */
@Injectable()
export class LinkMailService extends RepeatedTasks {
  private readonly logger = new Logger(LinkMailService.name);
  protected readonly tasks: RepeatedTask[];

  constructor(
    private readonly users: UsersRepository,
    private readonly links: OneTimeLinksRepository,
    private readonly mail: MailService,
  ) {
    super();
    this.tasks = [
      new RepeatedTask(
        'links to mail again',
        () => this.retryDue(),
        () => CHECK_MS,
      ),
    ];
  }

  /** A link that proves an address. Rejects when the mail server does not take the mail. */
  async sendProof(user: AddressedUser): Promise<void> {
    const { _id, email } = user;
    await this.deliver('proof', user, await this.links.createMailed('proof', { userId: String(_id), email }));
  }

  /** A link to a new password, which proves an unproved address too. Rejects when the mail server does not take the mail. */
  async sendReset(user: User): Promise<void> {
    const { _id, email, credentialsVersion } = user;
    const fields = { userId: String(_id), email, credentialsVersion };
    await this.deliver('reset', user, await this.links.createMailed('reset', fields));
  }

  /** Tries again what is due. */
  async retryDue(): Promise<void> {
    if (!this.mail.canSend) return;
    for (const link of await this.links.listUnsent(BATCH)) {
      await this.retry(link).catch((error: unknown) => {
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        this.logger.warn({ userId: link.userId, code, responseCode, msg: 'a mail was not taken again' });
      });
    }
  }

  private async retry(link: OneTimeLink): Promise<void> {
    const { userId = '', email = '', kind } = link;
    const user = await this.users.find(userId);
    if (!user || !isWanted(link, user)) return this.links.giveUpMailing(link._id);
    const fresh = await this.links.renewUnsent(link);
    // Otherwise another replica was first.
    if (fresh) await this.deliver(kind === 'proof' ? 'proof' : 'reset', { ...user, email }, fresh);
  }

  private async deliver(
    kind: MailedKind,
    user: AddressedUser & Pick<Partial<User>, 'provedEmail'>,
    { id, token }: NewLink,
  ): Promise<void> {
    try {
      if (kind === 'proof') await this.mail.sendProof(user, token);
      else if (isProved(user)) await this.mail.sendResetLink(user, token);
      else await this.mail.sendProofWithNewPassword(user, token);
    } catch (error) {
      if (refusedForGood(error)) await this.links.giveUpMailing(id);
      throw error;
    }
    await this.links.noteMailed(kind, id);
  }
}

/** Whether the account still waits for this link. */
function isWanted({ kind, email, credentialsVersion }: OneTimeLink, user: User): boolean {
  if (kind === 'reset') return user.credentialsVersion === credentialsVersion && user.email === email;
  return user.newEmail === email || (user.email === email && !isProved(user));
}

import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { EmailProofDto } from '@inner-weather/contracts/accounts/email-proofs.dto';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import { changedMeanwhile, CredentialsService, MAX_ATTEMPTS } from '../sessions/credentials.service.js';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { MailService, refusedForGood } from './mail.service.js';
import type { OneTimeLink } from './one-time-link.schema.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import type { User } from '../accounts/user.schema.js';
import { addressTaken, isLost, isProved, noProof, shownAddress, wasAsked } from '../accounts/address.js';
import { ProofMailService } from './proof-mail.service.js';
import { AddressesRepository } from '../accounts/addresses.repository.js';
import { UsersRepository } from '../accounts/users.repository.js';

/** How the caller shows that the account is theirs: by its session or by its password. */
type OwnerProof = { userId: string } | { currentPassword: string | undefined };

/** Proofs that the user of an account reads the mail of its address. Where no mail is sent, no proof is needed. */
@Injectable()
export class EmailProofsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly addresses: AddressesRepository,
    private readonly credentials: CredentialsService,
    private readonly links: OneTimeLinksRepository,
    private readonly mail: MailService,
    private readonly proofMail: ProofMailService,
    private readonly currentPassword: CurrentPasswordService,
  ) {}

  async describe(userId: string): Promise<EmailProofDto> {
    const user = await this.users.get(userId);
    return {
      needed: this.mail.canSend,
      email: shownAddress(user),
      proved: isProved(user),
      lost: isLost(user),
      newEmail: user.newEmail ?? null,
      sent: await this.links.hasProofFor(userId, user.newEmail ?? user.email),
    };
  }

  /**
   * Mails one more link: to the pending new address if there is one, otherwise to the account's own. Throws `not_found` where
   * there is nothing to prove, `rate_limited`, `unavailable` when the mail server refuses the mail.
   */
  async sendAgain(userId: string): Promise<void> {
    const user = await this.users.get(userId);
    const email = user.newEmail ?? (isProved(user) || isLost(user) ? undefined : user.email);
    if (!this.mail.canSend || email === undefined) {
      throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.no_address_to_confirm));
    }
    await this.proofMail.send({ ...user, email }).catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      const { mail_not_sent: refused, mail_not_sent_yet: later } = ACCOUNT_PROBLEMS;
      throw new DomainError('unavailable', problem(refusedForGood(error) ? refused : later));
    });
  }

  /**
   * Uses a link up. The caller must also own the account: otherwise a stranger could take over a journal whose user
   * mistyped an address, and a victim could be tricked into proving an attacker's account. Another account that holds
   * the address without a proof loses it. Throws `not_found`, `forbidden` in a session of another account, `invalid_credentials`,
   * `rate_limited`, `validation_failed` without a password, `email_taken` where another account has proved it.
   */
  async prove(token: string, owner: OwnerProof): Promise<void> {
    const link = await this.links.find('proof', token);
    if (!link?.userId || !link.email) throw noProof();
    await this.proveAs(link.userId, link.email, owner);
    if (!(await this.links.use(link))) throw noProof();
    await this.links.deleteProofsOf(link.email);
    // Links to a new password may have been mailed to the old address.
    await this.links.deleteResetsOf(link.userId);
  }

  private async proveAs(userId: string, email: string, owner: OwnerProof): Promise<void> {
    // It tries again when the credentials have changed since they were verified.
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const user = await this.users.find(userId);
      if (!user) throw noProof();
      if (!('userId' in owner)) await this.currentPassword.check(user, owner.currentPassword);
      else if (owner.userId !== userId) throw linkOfOtherAccount();
      if (user.email === email) {
        if (await this.addresses.prove(userId, email)) return;
        continue;
      }
      if (user.newEmail !== email) throw noProof();
      if (!(await this.addresses.displace(email))) throw addressTaken();
      const updated = await this.credentials.tryChange(user, { email, provedEmail: email }, 'all');
      if (updated === 'taken') throw addressTaken();
      if (updated) return;
    }
    throw changedMeanwhile();
  }

  /** A link to a new password was used. If it came by mail, that proves the address. */
  async noteReset({ userId, email }: OneTimeLink): Promise<void> {
    if (!userId) return;
    // An intruder may have asked for the account to move to an address of their own.
    await this.addresses.setNewEmail(userId, null);
    if (email) await this.addresses.prove(userId, email);
  }

  /**
   * Answers a request for a new password whose address is not proved. An account that was never asked to prove
   * it gets a link that does both. In any other account the address may be mistyped, and such a link would open the
   * journal to a stranger.
   */
  sendInsteadOfReset(user: User): Promise<void> {
    return wasAsked(user) ? this.proofMail.send(user) : this.proofMail.sendWithNewPassword(user);
  }
}

const linkOfOtherAccount = () =>
  new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.link_of_other_account));

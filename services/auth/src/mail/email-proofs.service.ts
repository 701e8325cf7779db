import { DomainError } from '@inner-weather/contracts/errors';
import type { EmailProofDto } from '@inner-weather/contracts/email-proofs.dto';
import { Injectable } from '@nestjs/common';
import { changedMeanwhile, TURNS } from '../sessions/changed-meanwhile.js';
import { CredentialsService } from '../sessions/credentials.service.js';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { MailService } from './mail.service.js';
import type { OneTimeLink } from './one-time-link.schema.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import type { User } from '../accounts/user.schema.js';
import { isLost, isProved, shownAddress, wasAsked } from '../accounts/address.js';
import { ProofMailService } from './proof-mail.service.js';
import { addressTaken, noProof } from './refusals.js';
import { AddressesRepository } from '../accounts/addresses.repository.js';
import { UsersRepository } from '../accounts/users.repository.js';

/** How somebody shows whose account it is: by a session of it, or by its password. */
type OwnerProof = { userId: string } | { currentPassword: string | undefined };

/** An address belongs to whoever reads its mail. Where no mail is sent, nobody is asked for a proof. */
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
   * Mails one more link: to the new address where one waits, otherwise to the account's own. Throws `not_found` where
   * there is nothing to prove, `rate_limited`, `unavailable` when the mail server does not take the mail.
   */
  async sendAgain(userId: string): Promise<void> {
    const user = await this.users.get(userId);
    const email = user.newEmail ?? (isProved(user) || isLost(user) ? undefined : user.email);
    if (!this.mail.canSend || email === undefined) {
      throw new DomainError('not_found', 'There is no address to confirm.');
    }
    await this.proofMail.send(userId, email).catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      throw new DomainError('unavailable', 'The mail could not be sent. Please try again in a few minutes.');
    });
  }

  /**
   * Uses a link up. Whoever opens it must also be the account's person: otherwise somebody could take over a diary whose
   * writer mistyped an address, or be talked into proving a stranger's account. Another account that holds the address
   * without a proof loses it. Throws `not_found`, `forbidden` in a session of another account, `invalid_credentials`,
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
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const user = await this.users.find(userId);
      if (!user) throw noProof();
      if (!('userId' in owner)) await this.currentPassword.check(user, owner.currentPassword);
      else if (owner.userId !== userId) throw anothersLink();
      if (user.email === email) {
        if (await this.addresses.prove(userId, email)) return;
        continue;
      }
      if (user.newEmail !== email) throw noProof();
      if (!(await this.addresses.displace(email))) throw addressTaken();
      const moved = await this.credentials.tryChange(user, { email, provedEmail: email }, 'all');
      if (moved === 'taken') throw addressTaken();
      if (moved) return;
    }
    throw changedMeanwhile();
  }

  /** A link to a new password was used. If it came by mail, that proves the address. */
  async noteReset({ userId, email }: OneTimeLink): Promise<void> {
    if (!userId) return;
    // Somebody else may have been in the account, and have asked for it to move to an address of their own.
    await this.addresses.setNewEmail(userId, null);
    if (email) await this.addresses.prove(userId, email);
  }

  /**
   * For somebody who asks for a new password by an address that is not proved. An account that was never asked to prove
   * it gets a link that does both. In any other account the address may be mistyped, and such a link would open the
   * diary to a stranger.
   */
  sendInsteadOfReset(user: User): Promise<void> {
    return wasAsked(user)
      ? this.proofMail.send(String(user._id), user.email)
      : this.proofMail.sendWithNewPassword(user);
  }
}

const anothersLink = () =>
  new DomainError(
    'forbidden',
    'This link belongs to a different account from the one that is signed in here.',
  );

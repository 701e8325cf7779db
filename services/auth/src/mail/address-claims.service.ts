import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import { MailService } from './mail.service.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import type { User } from '../accounts/user.schema.js';
import { addressTaken, isProved, noProof } from '../accounts/address.js';
import { ProofMailService } from './proof-mail.service.js';
import { AddressesRepository } from '../accounts/addresses.repository.js';

/** Email addresses at sign-up. An account that has not proved its address cannot keep the address's owner from signing up. */
@Injectable()
export class AddressClaimsService {
  constructor(
    private readonly addresses: AddressesRepository,
    private readonly links: OneTimeLinksRepository,
    private readonly mail: MailService,
    private readonly proofMail: ProofMailService,
  ) {}

  /** Which fields a new account has for its address. Throws `not_found` for a proof that does not work for this address. */
  async check(email: string, proof?: string): Promise<Pick<User, 'provedEmail' | 'askedToProve'>> {
    if (!this.mail.canSend) return {};
    if (proof === undefined) return { askedToProve: email };
    const link = await this.links.find('proof', proof);
    if (link?.email !== email) throw noProof();
    return { provedEmail: email };
  }

  /** Frees an address whose proof was checked: an account that holds it without a proof loses it. */
  async free(email: string): Promise<void> {
    await this.addresses.displace(email);
  }

  /** Asks a new account to prove its address. Other links to an address that is proved already are removed. */
  async requestProof(user: User): Promise<void> {
    if (isProved(user)) await this.links.deleteProofsOf(user.email);
    else if (this.mail.canSend) this.proofMail.sendLater(user);
  }

  /**
   * The refusal of an address that an account holds. If no account has proved the address, its owner is mailed a link that
   * lets them sign up. The answer and its time are the same in both cases, since the account is looked up afterwards.
   */
  refuse(email: string): DomainError {
    if (!this.mail.canSend) return addressTaken();
    this.mail.later(async () => {
      const holder = await this.addresses.findHolder(email);
      if (holder && !isProved(holder)) await this.proofMail.send(holder);
    });
    return addressTaken(ACCOUNT_PROBLEMS.email_taken_unless_unconfirmed);
  }
}

import type { OidcSignUpRequest } from '@inner-weather/contracts/rpc/oidc';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import type { Message } from '@inner-weather/languages/messages';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { AddressesRepository } from '../accounts/addresses.repository.js';
import type { User } from '../accounts/user.schema.js';
import { addressTaken } from '../accounts/address.js';
import { RegistrationService } from '../registration/registration.service.js';
import { SignUpService } from '../registration/sign-up.service.js';
import { ConnectionsService } from './connections.service.js';
import { IdentitiesRepository } from '../identities/identities.repository.js';
import type { ProviderIdentity } from './provider/identity.js';

/** Creates accounts without a password, for people whom a provider vouches for. */
@Injectable()
export class OidcSignUpService {
  constructor(
    private readonly signUps: SignUpService,
    private readonly registration: RegistrationService,
    private readonly identities: IdentitiesRepository,
    private readonly addresses: AddressesRepository,
    private readonly connections: ConnectionsService,
  ) {}

  /** Throws `rate_limited`. */
  count(email: string, address: string): Promise<void> {
    return this.signUps.countSignUp(email, address);
  }

  /** Throws what a sign-up throws. */
  async create(
    { firstName, lastName, location, place, language, email }: OidcSignUpRequest['user'],
    identity: ProviderIdentity,
    invitation: string | undefined,
  ): Promise<User> {
    await this.registration.assertMaySignUp(invitation);
    if (await this.connections.findAccount(identity)) throw conflict(ACCOUNT_PROBLEMS.identity_taken);
    const chosen = { ...(place && { place }), ...(language && { language }) };
    const isVerified = identity.isEmailVerified && identity.email === email;
    // An account that has not proved the address would lose it: its user is asked to connect it instead.
    if (isVerified && (await this.addresses.findHolder(email))) throw addressTaken();
    const proof = isVerified ? { provedEmail: email } : {};
    const profile = { firstName, lastName, location, ...chosen, email, ...proof };
    // The identity comes first: an account without one could not be opened, and its address would stay taken.
    const id = new Types.ObjectId();
    const userId = String(id);
    // The same person may be signing up in another browser at the same moment.
    if (!(await this.identities.insert(userId, identity))) throw conflict(ACCOUNT_PROBLEMS.same_moment);
    try {
      return await this.registration.createAccount(profile, invitation, undefined, id);
    } catch (error) {
      // After any other failure, the account may exist.
      if (error instanceof DomainError) await this.identities.remove(userId, identity.id);
      throw error;
    }
  }
}

export const conflict = (message: Message) => new DomainError('forbidden', problem(message));

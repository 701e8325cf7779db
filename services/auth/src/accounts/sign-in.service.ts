import type { LoginDto, SignUpDto } from '@inner-weather/contracts/auth.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import { MESSAGES } from '@inner-weather/contracts/messages';
import type { ClientInfo, SessionGrant } from '@inner-weather/contracts/rpc';
import { Injectable } from '@nestjs/common';
import { emailTaken } from './accounts.service.js';
import { AdmissionService } from './admission.service.js';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import { LimitsService } from './limits.service.js';
import { assertNewPassword } from './new-password.js';
import { hashPassword, passwordMatches } from './passwords.js';
import { RegistrationService } from './registration.service.js';
import { SecondFactorService } from './second-factor.service.js';
import { UsersRepository } from './users.repository.js';

/** The two ways in. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly limits: LimitsService,
    private readonly addresses: KnownAddressesRepository,
    private readonly registration: RegistrationService,
    private readonly secondFactor: SecondFactorService,
    private readonly admission: AdmissionService,
  ) {}

  /** Throws `validation_failed` for passwords that differ, `rate_limited`, `forbidden`, `email_taken`. */
  async signUp(dto: SignUpDto, client: ClientInfo): Promise<SessionGrant> {
    const { firstName, lastName, location, email, password, passwordVal, invitation } = dto;
    assertNewPassword(password, passwordVal);
    await this.limits.countSignUp(email, client.address);
    await this.registration.assertMaySignUp(invitation);
    const passwordHash = await hashPassword(password);
    const profile = { firstName, lastName, location, email, passwordHash };
    const user = await this.registration.enrol(profile, invitation);
    if (!user) throw emailTaken();
    return this.admission.admit(user, client);
  }

  /**
   * Throws `invalid_credentials` for a wrong email as for a wrong password, and `rate_limited`; after the right
   * password what the second factor of the account throws.
   */
  async logIn({ email, password, code }: LoginDto, client: ClientInfo): Promise<SessionGrant> {
    const { address } = client;
    const user = await this.users.findByEmail(email);
    const known = await this.addresses.has(user ? String(user._id) : undefined, address);
    const attempt = { email, address, known };
    await this.limits.countLogin(attempt);
    if (!(await passwordMatches(user?.passwordHash, password)) || !user) {
      throw new DomainError('invalid_credentials', MESSAGES.invalidLogin);
    }
    await this.limits.forgetLogin(attempt);
    await this.secondFactor.checkLogin(String(user._id), code);
    return this.admission.admit(user, client);
  }
}

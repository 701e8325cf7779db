import type { SignUpDto } from '@inner-weather/contracts/registration.dto';
import type { LoginDto } from '@inner-weather/contracts/sign-in.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import { MESSAGES } from '@inner-weather/contracts/messages';
import type { ClientInfo, SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { Injectable } from '@nestjs/common';
import { RecognitionService } from '../recognition/recognition.service.js';
import { AdmissionService } from './admission.service.js';
import { SignInLimitsService } from './sign-in-limits.service.js';
import { assertNewPassword } from '../accounts/new-password.js';
import { hashPassword, passwordMatches } from '../accounts/passwords.js';
import { RegistrationService } from '../registration/registration.service.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { UsersRepository } from '../accounts/users.repository.js';

/** Logging in and signing up. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly limits: SignInLimitsService,
    private readonly recognition: RecognitionService,
    private readonly registration: RegistrationService,
    private readonly secondFactor: SecondFactorService,
    private readonly admission: AdmissionService,
  ) {}

  /** Throws `validation_failed` for passwords that differ, `rate_limited`, `forbidden`, `email_taken`, `not_found`. */
  async signUp(dto: SignUpDto, client: ClientInfo): Promise<SessionGrant> {
    const { firstName, lastName, location, place, email, password, passwordVal, invitation, emailProof } =
      dto;
    assertNewPassword(password, passwordVal);
    await this.limits.countSignUp(email, client.address);
    await this.registration.assertMaySignUp(invitation);
    const passwordHash = await hashPassword(password, email);
    const profile = { firstName, lastName, location, ...(place && { place }), email, passwordHash };
    const user = await this.registration.createAccount(profile, invitation, emailProof);
    return this.admission.admit(user, client, {});
  }

  /**
   * Throws `invalid_credentials`, the same for a wrong email and a wrong password, and `rate_limited`. After the right
   * password it throws what SecondFactorService.checkLogin throws.
   */
  async logIn({ email, password, code }: LoginDto, client: ClientInfo): Promise<SessionGrant> {
    const user = await this.users.findByEmail(email);
    const recognised = await this.recognition.recognise(user ? String(user._id) : undefined, client);
    const attempt = { email, address: client.address, ...recognised };
    await this.limits.countLogin(attempt);
    if (!(await passwordMatches(user?.passwordHash, password, email)) || !user) {
      return this.logInWithLostAddress(email, password, code, client);
    }
    await this.limits.forgetLogin(attempt);
    await this.secondFactor.checkLogin(user, code);
    return this.admission.admit(user, client, recognised);
  }

  /**
   * For an account whose address somebody else has proved: its person can still log in, so that nothing they wrote is
   * lost. Takes the same time where there is no such account. The attempt stays counted as failed: whoever knows this
   * password must not be able to guess at that of the other account without end.
   */
  private async logInWithLostAddress(
    email: string,
    password: string,
    code: string | undefined,
    client: ClientInfo,
  ): Promise<SessionGrant> {
    const user = await this.users.findLost(email);
    if (!(await passwordMatches(user?.passwordHash, password, email)) || !user) {
      throw new DomainError('invalid_credentials', MESSAGES.invalidLogin);
    }
    await this.secondFactor.checkLogin(user, code);
    const recognised = await this.recognition.recognise(String(user._id), client);
    return this.admission.admit(user, client, recognised);
  }
}

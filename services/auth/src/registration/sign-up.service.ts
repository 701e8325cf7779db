import type { SignUpDto } from '@inner-weather/contracts/accounts/registration.dto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { networkOf } from '@inner-weather/platform/limits/network';
import { Injectable } from '@nestjs/common';
import { assertNewPassword } from '../accounts/new-password.js';
import { assertPasswordLogin } from '../sign-in/sign-in.service.js';
import { hashPassword } from '../accounts/passwords.js';
import { AuthConfig } from '../config.js';
import { quotaOf, QuotasService } from '../quotas.service.js';
import { SignInCompletionService } from '../sign-in/sign-in-completion.service.js';
import { RegistrationService } from './registration.service.js';

const HOUR_MS = 60 * 60_000;

/** Sign-ups with one email from one network within an hour. */
const SIGNUPS_PER_EMAIL = 10;

/** Signing up: creates an account and signs its user in. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly registration: RegistrationService,
    private readonly completion: SignInCompletionService,
    private readonly quotas: QuotasService,
    private readonly config: AuthConfig,
  ) {}

  /** Throws `validation_failed` for passwords that differ, `rate_limited`, `forbidden`, `email_taken`, `not_found`. */
  async signUp(dto: SignUpDto, client: ClientInfo): Promise<SessionGrant> {
    const { firstName, lastName, location, place, language, email } = dto;
    const { password, passwordVal, invitation, emailProof } = dto;
    assertPasswordLogin(this.config);
    assertNewPassword(password, passwordVal);
    await this.countSignUp(email, client.address);
    await this.registration.assertMaySignUp(invitation);
    const passwordHash = await hashPassword(password, email);
    const chosen = { ...(place && { place }), ...(language && { language }) };
    const profile = { firstName, lastName, location, ...chosen, email, passwordHash };
    const user = await this.registration.createAccount(profile, invitation, emailProof);
    return this.completion.completeSignIn(user, client, {});
  }

  /** Throws `rate_limited` when this network has signed up too often, in all or with this email. */
  async countSignUp(email: string, address: string): Promise<void> {
    const { SIGNUPS_PER_HOUR } = this.config;
    const network = networkOf(address);
    await this.quotas.take([
      quotaOf('signup', 'sign_ups', SIGNUPS_PER_HOUR, HOUR_MS, network),
      quotaOf('signup-email', 'sign_ups_with_email', SIGNUPS_PER_EMAIL, HOUR_MS, [email, network]),
    ]);
  }
}

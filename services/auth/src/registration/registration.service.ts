import type { RestorationDto } from '@inner-weather/contracts/about.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import {
  REGISTRATION_MODES,
  type RegistrationDto,
  type RegistrationMode,
} from '@inner-weather/contracts/accounts/registration.dto';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { AuthConfig } from '../config.js';
import { AddressClaimsService } from '../mail/address-claims.service.js';
import { MailService } from '../mail/mail.service.js';
import { RelyingPartyService } from '../passkeys/relying-party.service.js';
import { isProved } from '../accounts/address.js';
import type { User } from '../accounts/user.schema.js';
import { type Profile, UsersRepository } from '../accounts/users.repository.js';
import { AdministratorService } from './administrator.service.js';
import { InstallationRepository } from './installation.repository.js';
import { InvitationsService } from './invitations.service.js';

/** Who may sign up, and the creation of accounts. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly users: UsersRepository,
    private readonly administrator: AdministratorService,
    private readonly installation: InstallationRepository,
    private readonly invitations: InvitationsService,
    private readonly mail: MailService,
    private readonly config: AuthConfig,
    private readonly addressClaims: AddressClaimsService,
    private readonly relyingParty: RelyingPartyService,
  ) {}

  async describe(): Promise<RegistrationDto> {
    // The first account can always be created: otherwise the installation could never be used.
    const mode = (await this.administrator.isClaimed()) ? await this.mode() : 'open';
    const { OIDC_PROVIDERS, PASSWORD_LOGIN } = this.config;
    return {
      mode,
      mail: this.mail.canSend,
      providers: OIDC_PROVIDERS.map(({ id, name }) => ({ id, name })),
      passwordLogin: PASSWORD_LOGIN === 'on',
      passkeyOrigin: this.relyingParty.find()?.origin ?? null,
      autoProvider: OIDC_PROVIDERS.find(({ auto }) => auto)?.id ?? null,
    };
  }

  /** The last time that this installation was restored from a backup. */
  async restoration(): Promise<RestorationDto> {
    const restored = (await this.installation.find())?.restored;
    return { generation: restored?.generation ?? '', from: restored?.from.toISOString() ?? null };
  }

  /** What an administrator chose, within REGISTRATION, for all accounts but the first. */
  async mode(): Promise<RegistrationMode> {
    const chosen = (await this.installation.find())?.registration;
    return chosen && isWithin(chosen, this.config.REGISTRATION) ? chosen : this.config.REGISTRATION;
  }

  /** Throws `validation_failed` for a mode that is wider than REGISTRATION. */
  async choose(mode: RegistrationMode): Promise<void> {
    if (!isWithin(mode, this.config.REGISTRATION)) {
      throw new DomainError('validation_failed', {
        ...problem(ACCOUNT_PROBLEMS.registration_wider),
        field: 'registration',
      });
    }
    await this.installation.setRegistration(mode);
  }

  /** Throws `forbidden` where a sign-up is not allowed. Call it before the rest of a sign-up. */
  async assertMaySignUp(invitation: string | undefined): Promise<void> {
    const { mode } = await this.describe();
    if (mode === 'open') return;
    if (mode === 'closed') throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.sign_up_closed));
    if (!(await this.invitations.find(invitation))) throw needsInvitation();
  }

  /**
   * Creates the account. The first one becomes the administrator; an invitation is used up. With a proof of the address,
   * an account that holds the address without a proof loses it. Throws `email_taken`, `not_found` for a proof that does
   * not work, `forbidden` when another sign-up used the invitation or became the first account: then no account of this
   * `id` exists.
   */
  async createAccount(
    unproved: Profile,
    invitation: string | undefined,
    proof: string | undefined,
    id = new Types.ObjectId(),
  ): Promise<User> {
    const profile = isProved(unproved)
      ? unproved
      : { ...unproved, ...(await this.addressClaims.check(unproved.email, proof)) };
    const user = await this.create(profile, invitation, id);
    if (!user) throw this.addressClaims.refuse(unproved.email);
    await this.addressClaims.requestProof(user);
    return user;
  }

  /** Null when the email is taken. */
  private async create(
    profile: Profile,
    invitation: string | undefined,
    id: Types.ObjectId,
  ): Promise<User | null> {
    if (!(await this.administrator.isClaimed()) && (await this.administrator.claim(String(id)))) {
      return this.createFirst(profile, id);
    }
    if ((await this.mode()) === 'open') return this.insert(profile, id);
    const link = await this.invitations.find(invitation);
    if (!link) throw needsInvitation();
    const user = await this.insert(profile, id);
    // The account comes first, so that a taken email does not cost an invitation.
    if (!user || (await this.invitations.use(link))) return user;
    await this.users.remove(id);
    throw needsInvitation();
  }

  /** Null when the email is taken. */
  private async createFirst(profile: Profile, id: Types.ObjectId): Promise<User | null> {
    const first = await this.insert(profile, id);
    if (!first) await this.administrator.giveBack(String(id));
    if (!first || (await this.administrator.confirm(String(id)))) return first;
    // It took longer than a claim lasts, and another account has become the first.
    if ((await this.mode()) === 'open') return first;
    await this.users.remove(id);
    throw needsInvitation();
  }

  /** A user who has proved the address takes it from an account that has not, right before the insert. */
  private async insert(profile: Profile, id: Types.ObjectId): Promise<User | null> {
    if (isProved(profile)) await this.addressClaims.free(profile.email);
    return this.users.insert(profile, id);
  }
}

const needsInvitation = () => new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.invitation_wanted));

/** Whether a mode lets no more people in than the other. */
const isWithin = (mode: RegistrationMode, widest: RegistrationMode): boolean =>
  REGISTRATION_MODES.indexOf(mode) >= REGISTRATION_MODES.indexOf(widest);

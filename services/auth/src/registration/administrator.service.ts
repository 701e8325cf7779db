import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { UsersRepository } from '../accounts/users.repository.js';
import { AuthConfig } from '../config.js';
import { IdentitiesRepository } from '../identities/identities.repository.js';
import { type Administrators, InstallationRepository } from './installation.repository.js';
import type { AccountEraser, ErasedAccount } from '../accounts/account-erasers.service.js';

/** Milliseconds after which an unconfirmed claim is dropped: far longer than a sign-up may take. */
const CLAIM_MS = 60_000;

/**
 * The installation's administrator: the first account. A sign-up claims the role before it creates the account, so
 * only one of many simultaneous sign-ups gets it, and confirms the claim afterwards.
 */
@Injectable()
export class AdministratorService implements OnApplicationBootstrap, AccountEraser {
  constructor(
    private readonly users: UsersRepository,
    private readonly installation: InstallationRepository,
    private readonly identities: IdentitiesRepository,
    private readonly config: AuthConfig,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.ensureAdministrator();
  }

  /** Whether there is an administrator, or there was one and other accounts remain. */
  async isClaimed(): Promise<boolean> {
    const claim = await this.installation.find();
    if (!claim?.claimedAt || isUnderWay(claim.claimedAt)) return claim !== null;
    await this.ensureAdministrator();
    return (await this.installation.find()) !== null;
  }

  /** Call it before the first account is created. True for only one of any number of simultaneous calls. */
  claim(userId: string): Promise<boolean> {
    return this.installation.claim(userId);
  }

  /** Call it once the account is created. False when the claim took too long and went to another account. */
  confirm(userId: string): Promise<boolean> {
    return this.installation.confirm(userId);
  }

  /** Call it when the account could not be created. */
  async giveBack(userId: string): Promise<void> {
    await this.installation.unclaim(userId);
  }

  /**
   * The users who administer, and from where they have the role: several places are possible. A group counts while its
   * provider is connected, since the next sign-in there is what ends its role: a link for a new password disconnects.
   */
  async list(): Promise<Administrators> {
    const providers = this.config.OIDC_PROVIDERS.filter(({ adminGroup }) => adminGroup !== undefined);
    const noted = await this.installation.listAdmins(providers.map(({ id }) => id));
    const identities = await this.identities.listOf(...noted.byGroup.map(({ userId }) => userId));
    const byGroup = noted.byGroup.filter(({ userId, provider }) =>
      identities.some((identity) => identity.userId === userId && identity.provider === provider),
    );
    const all = new Set([...noted.permanent, ...byGroup].map(({ userId }) => userId));
    return { ...noted, byGroup, all: [...all] };
  }

  async isAdministrator(userId: string): Promise<boolean> {
    return (await this.list()).all.includes(userId);
  }

  /** Throws `forbidden` for users who are not administrators. */
  async assertAdministrator(userId: string): Promise<void> {
    if (await this.isAdministrator(userId)) return;
    throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.not_administrator));
  }

  /**
   * Follows the group that administers at a provider. The role of the first account, and one that was given by
   * `npm run admin` or on the administrator's page, stays whatever the groups are.
   */
  async setByGroup(userId: string, provider: string, isMember: boolean): Promise<void> {
    await this.installation.setGroupAdmin(userId, provider, isMember);
  }

  async eraseAccount({ userId }: ErasedAccount): Promise<void> {
    await this.installation.removeAdmin(userId);
    await this.ensureAdministrator();
  }

  /**
   * Where no account is left, the next one is the first again. Otherwise the oldest account becomes the administrator
   * if the claim of the first one was never confirmed.
   */
  private async ensureAdministrator(): Promise<void> {
    await this.dropAbandonedClaim();
    const oldest = await this.users.findOldest();
    if (!oldest) await this.installation.reopen();
    else if (!(await this.installation.find())) await this.appoint(String(oldest._id));
  }

  private async appoint(userId: string): Promise<void> {
    if (await this.installation.claim(userId)) await this.installation.confirm(userId);
  }

  /** A process may have ended between its claim and the account. The role is then free again. */
  private async dropAbandonedClaim(): Promise<void> {
    const claim = await this.installation.find();
    if (!claim?.claimedAt || claim.adminIds.length === 0 || isUnderWay(claim.claimedAt)) return;
    const admins = await Promise.all(claim.adminIds.map((userId) => this.users.find(userId)));
    const admin = admins.find((user) => user !== null);
    if (!admin) await this.installation.unclaim(...claim.adminIds);
    else await this.installation.confirm(String(admin._id));
  }
}

const isUnderWay = (claimedAt: Date): boolean => claimedAt.getTime() > Date.now() - CLAIM_MS;

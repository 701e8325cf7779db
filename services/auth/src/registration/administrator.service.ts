import { DomainError } from '@inner-weather/contracts/errors';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { UsersRepository } from '../accounts/users.repository.js';
import { InstallationRepository } from './installation.repository.js';

/** Milliseconds after which a claimed first account counts as never made: far more than a sign-up may take. */
const CLAIM_MS = 60_000;

/**
 * The installation's administrator: the first account. A sign-up claims the role before it makes the account, so that
 * only one of many at the same time gets it, and confirms the claim afterwards.
 */
@Injectable()
export class AdministratorService implements OnApplicationBootstrap {
  constructor(
    private readonly users: UsersRepository,
    private readonly installation: InstallationRepository,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.ensureAdministrator();
  }

  /** Is there an administrator, or was there one and other accounts are left? */
  async isClaimed(): Promise<boolean> {
    const claim = await this.installation.find();
    if (!claim?.claimedAt || isUnderWay(claim.claimedAt)) return claim !== null;
    await this.ensureAdministrator();
    return (await this.installation.find()) !== null;
  }

  /** For the first account, before it is made. True for only one of any number at the same time. */
  claim(userId: string): Promise<boolean> {
    return this.installation.claim(userId);
  }

  /** The account of the claim was made. False when the claim took too long and went to another account. */
  confirm(userId: string): Promise<boolean> {
    return this.installation.confirm(userId);
  }

  /** The account of the claim could not be made. */
  async giveBack(userId: string): Promise<void> {
    await this.installation.unclaim(userId);
  }

  isAdministrator(userId: string): Promise<boolean> {
    return this.installation.isAdmin(userId);
  }

  /** Throws `forbidden` for everybody but an administrator. */
  async assertAdministrator(userId: string): Promise<void> {
    if (await this.isAdministrator(userId)) return;
    throw new DomainError('forbidden', 'Only the administrator of this installation can do that.');
  }

  /** For an account that is deleted. Can be repeated. */
  async remove(userId: string): Promise<void> {
    await this.installation.removeAdmin(userId);
    await this.ensureAdministrator();
  }

  /**
   * Without any account the next one is the first again. Otherwise the oldest account becomes the administrator's where
   * a first account was claimed and never made.
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
    const [made] = admins.filter((user) => user !== null);
    if (!made) await this.installation.unclaim(...claim.adminIds);
    else await this.installation.confirm(String(made._id));
  }
}

const isUnderWay = (claimedAt: Date): boolean => claimedAt.getTime() > Date.now() - CLAIM_MS;

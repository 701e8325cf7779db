import type {
  AccountDto,
  AccountPageDto,
  CreateResetLinkDto,
  NewResetLinkDto,
  RoleSourceDto,
  SetAdministratorDto,
} from '@inner-weather/contracts/administration/accounts.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { todayIn } from '@inner-weather/domain/time/local-time';
import { LIMITS } from '@inner-weather/domain/limits';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';
import { shownAddress } from '../accounts/address.js';
import { CurrentPasswordService } from '../accounts/current-password.service.js';
import { nameOf, type User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { AuthConfig } from '../config.js';
import { MailService } from '../mail/mail.service.js';
import { OneTimeLinksRepository } from '../mail/one-time-links.repository.js';
import { AdministratorService } from '../registration/administrator.service.js';
import { type Administrators, InstallationRepository } from '../registration/installation.repository.js';
import type { RoleGrant } from '../registration/installation.schema.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { CredentialsService } from '../sessions/credentials.service.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';

/**
 * Other people's accounts, for an administrator. Every method throws `forbidden` for users who are not administrators,
 * and those about one account `not_found`. What gives someone rights needs a proof of the administrator: the current
 * password, or without one a confirmation at a provider, in the same session.
 */
@Injectable()
export class AccountsService {
  constructor(
    private readonly administrator: AdministratorService,
    private readonly installation: InstallationRepository,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly links: OneTimeLinksRepository,
    private readonly credentials: CredentialsService,
    private readonly currentPassword: CurrentPasswordService,
    private readonly mail: MailService,
    private readonly config: AuthConfig,
  ) {}

  /** The oldest first. `after`: the last account of the previous page. */
  async list(adminId: string, after: string | undefined): Promise<AccountPageDto> {
    await this.administrator.assertAdministrator(adminId);
    const users = await this.users.list(LIMITS.accountsPage + 1, after);
    const page = users.slice(0, LIMITS.accountsPage);
    const ids = page.map(({ _id }) => String(_id));
    const [admin, administrators, lastSeen, protectedIds] = await Promise.all([
      this.users.find(adminId),
      this.administrator.list(),
      this.sessions.lastSeenOf(ids),
      this.factors.findActiveOf(ids),
    ]);
    const sources = await this.roleSources(administrators);
    const items = page.map((user): AccountDto => {
      const id = String(user._id);
      const seenAt = lastSeen.get(id)?.getTime();
      return {
        id,
        name: nameOf(user),
        email: shownAddress(user),
        createdAt: user.createdAt.toISOString(),
        lastSeen: seenAt === undefined ? null : todayIn(admin?.timeZone ?? 'UTC', seenAt),
        isAdmin: administrators.all.includes(id),
        isAdminByGroup: administrators.byGroup.some(({ userId }) => userId === id),
        roleSources: sources.flatMap(({ userId, source }) => (userId === id ? [source] : [])),
        hasSecondFactor: protectedIds.includes(id),
      };
    });
    return { items, nextCursor: users.length > page.length ? (ids.at(-1) ?? null) : null };
  }

  /**
   * A link to a new password. It ends every session once it is used, and a second factor stays on. Throws `forbidden`
   * also where mail is configured: people then ask for links themselves, which only they can read.
   */
  async createResetLink(
    adminId: string,
    sessionId: string | undefined,
    accountId: string,
    { currentPassword }: CreateResetLinkDto,
  ): Promise<NewResetLinkDto> {
    await this.administrator.assertAdministrator(adminId);
    if (this.mail.canSend) throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.reset_by_mail));
    const account = await this.find(accountId);
    await this.currentPassword.check(await this.users.get(adminId), currentPassword, sessionId);
    const { token, expiresAt } = await this.links.createReset(account);
    return { token, expiresAt: expiresAt.toISOString() };
  }

  async endSessions(adminId: string, accountId: string): Promise<void> {
    await this.administrator.assertAdministrator(adminId);
    await this.find(accountId);
    await this.credentials.endSessions(accountId, 'none');
  }

  /**
   * Lets an account administer, or ends that. Throws `forbidden` for the last one that no group appoints, and for one
   * that a group appoints: it would go on administering. Someone who administers only by a group cannot make that permanent.
   */
  async setAdministrator(
    adminId: string,
    sessionId: string | undefined,
    accountId: string,
    { isAdmin, currentPassword }: SetAdministratorDto,
  ): Promise<void> {
    await this.administrator.assertAdministrator(adminId);
    await this.find(accountId);
    await this.currentPassword.check(await this.users.get(adminId), currentPassword, sessionId);
    const { all, byGroup, permanent } = await this.administrator.list();
    if (isAdmin) {
      if (accountId === adminId && !permanent.some(({ userId }) => userId === adminId)) {
        throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.administers_by_group_only));
      }
      return this.installation.addAdmin(accountId, adminId);
    }
    if (byGroup.some(({ userId }) => userId === accountId)) {
      throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.administers_by_group));
    }
    if (!all.includes(accountId)) return;
    if (await this.installation.removeOneOfAdmins(accountId)) return;
    throw new DomainError('forbidden', problem(ACCOUNT_PROBLEMS.last_administrator));
  }

  private async roleSources({
    permanent,
    byGroup,
  }: Administrators): Promise<{ userId: string; source: RoleSourceDto }[]> {
    const givers = await this.users.findAll(permanent.flatMap(({ grant }) => grant?.by ?? []));
    const lent = permanent.map(({ userId, grant }) => ({ userId, source: sourceOf(grant, givers) }));
    const ofGroups = byGroup.map(({ userId, provider }) => {
      const { name = provider } = this.config.OIDC_PROVIDERS.find(({ id }) => id === provider) ?? {};
      return { userId, source: { from: 'group' as const, name, since: null } };
    });
    return [...lent, ...ofGroups];
  }

  private async find(accountId: string): Promise<User> {
    const account = await this.users.find(accountId);
    if (!account) throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.no_such_account_here));
    return account;
  }
}

function sourceOf(grant: RoleGrant | undefined, givers: readonly User[]): RoleSourceDto {
  if (!grant) return { from: 'unknown', name: null, since: null };
  const since = grant.at.toISOString();
  if (grant.by === undefined) return { from: grant.from, name: null, since };
  const giver = givers.find(({ _id }) => String(_id) === grant.by);
  return giver
    ? { from: 'administrator', name: nameOf(giver), since }
    : { from: 'unknown', name: null, since };
}

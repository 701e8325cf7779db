import type {
  ChangeInstallationDto,
  InstallationDto,
} from '@inner-weather/contracts/administration/installation.dto';
import { Injectable } from '@nestjs/common';
import { UsersRepository } from '../accounts/users.repository.js';
import { AuthConfig } from '../config.js';
import { MailService } from '../mail/mail.service.js';
import { AdministratorService } from '../registration/administrator.service.js';
import { InstallationRepository } from '../registration/installation.repository.js';
import type { Installation } from '../registration/installation.schema.js';
import { RegistrationService } from '../registration/registration.service.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';

/** What an administrator sees of the installation as a whole, and decides. */
@Injectable()
export class InstallationService {
  constructor(
    private readonly administrator: AdministratorService,
    private readonly installation: InstallationRepository,
    private readonly registration: RegistrationService,
    private readonly users: UsersRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly mail: MailService,
    private readonly config: AuthConfig,
  ) {}

  /** Throws `forbidden` for users who are not administrators, like the method below. */
  async describe(adminId: string): Promise<InstallationDto> {
    await this.administrator.assertAdministrator(adminId);
    const [stored, accounts, oldest, registration, administrators] = await Promise.all([
      this.installation.find(),
      this.users.count(),
      this.users.findOldest(),
      this.registration.mode(),
      this.administrator.list(),
    ]);
    return {
      accounts,
      since: oldest?.createdAt.toISOString() ?? null,
      registration,
      widestRegistration: this.config.REGISTRATION,
      mail: this.mail.canSend,
      administrators: administrators.all.length,
      administratorsWithoutSecondFactor: await this.countUnprotected(administrators.all),
      ...decisionsOf(stored),
    };
  }

  /** Throws `validation_failed` for a registration that is wider than REGISTRATION. */
  async change(
    adminId: string,
    { registration, keysKeptElsewhere }: ChangeInstallationDto,
  ): Promise<InstallationDto> {
    await this.administrator.assertAdministrator(adminId);
    if (registration !== undefined) await this.registration.choose(registration);
    if (keysKeptElsewhere !== undefined) await this.installation.noteKeysKeptElsewhere(keysKeptElsewhere);
    return this.describe(adminId);
  }

  /** Ours belongs to the password: who has none signs in at a provider, which has a second factor of its own. */
  private async countUnprotected(adminIds: string[]): Promise<number> {
    const [admins, protectedIds] = await Promise.all([
      Promise.all(adminIds.map((id) => this.users.find(id))),
      this.factors.findActiveOf(adminIds),
    ]);
    const withPassword = admins.filter((user) => user?.passwordHash !== undefined);
    return withPassword.filter((user) => !protectedIds.includes(String(user?._id))).length;
  }
}

function decisionsOf(
  stored: Installation | null,
): Pick<InstallationDto, 'keysKeptElsewhereAt' | 'lastBackup'> {
  const { keysKeptElsewhereAt, lastBackup } = stored ?? {};
  return {
    keysKeptElsewhereAt: keysKeptElsewhereAt?.toISOString() ?? null,
    lastBackup: lastBackup ? { ...lastBackup, finishedAt: lastBackup.finishedAt.toISOString() } : null,
  };
}

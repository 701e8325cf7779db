import type { InvitationDto, NewInvitationDto, RegistrationDto } from '@inner-weather/contracts/recovery.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Types } from 'mongoose';
import { AuthConfig } from '../config.js';
import { InstallationRepository } from './installation.repository.js';
import { MailService } from './mail.service.js';
import type { OneTimeLink } from './one-time-link.schema.js';
import { type NewLink, OneTimeLinksRepository } from './one-time-links.repository.js';
import type { User } from './user.schema.js';
import { type Profile, UsersRepository } from './users.repository.js';

/** Who may have an account here, and who looks after it. */
@Injectable()
export class RegistrationService implements OnApplicationBootstrap {
  constructor(
    private readonly users: UsersRepository,
    private readonly installation: InstallationRepository,
    private readonly links: OneTimeLinksRepository,
    private readonly mail: MailService,
    private readonly config: AuthConfig,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.settle();
  }

  /**
   * Where the last account has gone, the next one is the first again. An installation from before there were
   * administrators has its oldest account for one.
   */
  private async settle(): Promise<void> {
    const oldest = await this.users.findOldest();
    if (!oldest) await this.installation.reopen();
    else if (!(await this.installation.isClaimed())) await this.installation.claim(String(oldest._id));
  }

  async describe(): Promise<RegistrationDto> {
    // The first account can always be made: somebody has to be able to begin.
    const mode = (await this.installation.isClaimed()) ? this.config.REGISTRATION : 'open';
    return { mode, mail: this.mail.canSend };
  }

  /** Throws `forbidden` for who may not have an account here. To be asked before anything of a sign-up is looked at. */
  async assertMaySignUp(invitation: string | undefined): Promise<void> {
    const { mode } = await this.describe();
    if (mode === 'open') return;
    if (mode === 'closed') throw new DomainError('forbidden', 'Nobody can sign up here at the moment.');
    if (!(await this.findInvitation(invitation))) throw needsInvitation();
  }

  /**
   * Makes the account; the first one of all becomes the administrator's. An invitation is used up by it. Answers null
   * when the email is taken. Throws `forbidden` when somebody else was quicker.
   */
  async enrol(profile: Profile, invitation: string | undefined): Promise<User | null> {
    const id = new Types.ObjectId();
    if (!(await this.installation.isClaimed()) && (await this.installation.claim(String(id)))) {
      const first = await this.users.insert(profile, id);
      if (!first) await this.installation.unclaim(String(id));
      return first;
    }
    if (this.config.REGISTRATION === 'open') return this.users.insert(profile, id);
    const link = await this.findInvitation(invitation);
    if (!link) throw needsInvitation();
    const user = await this.users.insert(profile, id);
    // The account comes first, so that an email that is taken costs no invitation.
    if (!user || (await this.links.use(link))) return user;
    await this.users.remove(id);
    throw needsInvitation();
  }

  /** Throws `forbidden` for who is no administrator. */
  async invite(adminId: string): Promise<NewInvitationDto> {
    await this.assertAdmin(adminId);
    const link = await this.links.create('invitation', adminId);
    return { ...toInvitation({ ...link, _id: link.id }), token: link.token };
  }

  /** Invitations that are open. Throws `forbidden`. */
  async listInvitations(adminId: string): Promise<InvitationDto[]> {
    await this.assertAdmin(adminId);
    return (await this.links.listInvitations()).map(toInvitation);
  }

  /** Throws `forbidden`, `not_found`. */
  async deleteInvitation(adminId: string, id: string): Promise<void> {
    await this.assertAdmin(adminId);
    if (!(await this.links.deleteInvitation(id))) {
      throw new DomainError('not_found', 'There is no such invitation.');
    }
  }

  /** Leaves nothing of an account that goes: its links, and its office. */
  async forget(userId: string): Promise<void> {
    await this.links.deleteOfUser(userId);
    await this.installation.removeAdmin(userId);
    await this.settle();
  }

  private async assertAdmin(userId: string): Promise<void> {
    if (await this.installation.isAdmin(userId)) return;
    throw new DomainError('forbidden', 'Only the administrator of this installation can do that.');
  }

  private findInvitation(token: string | undefined): Promise<OneTimeLink | null> {
    return token === undefined ? Promise.resolve(null) : this.links.find('invitation', token);
  }
}

function toInvitation({
  _id,
  createdAt,
  expiresAt,
}: Pick<OneTimeLink, '_id'> & Omit<NewLink, 'id' | 'token'>) {
  return { id: _id, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

const needsInvitation = () =>
  new DomainError('forbidden', 'To sign up here you need an invitation that is still good.');

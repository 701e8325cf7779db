import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { InvitationDto, NewInvitationDto } from '@inner-weather/contracts/accounts/registration.dto';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import type { OneTimeLink } from '../mail/one-time-link.schema.js';
import { OneTimeLinksRepository } from '../mail/one-time-links.repository.js';
import { nameOf, type User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { AdministratorService } from './administrator.service.js';

/** Invitations to an account. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly links: OneTimeLinksRepository,
    private readonly administrator: AdministratorService,
    private readonly users: UsersRepository,
  ) {}

  /** Throws `forbidden` for users who are not administrators, like the methods below. */
  async invite(adminId: string): Promise<NewInvitationDto> {
    await this.administrator.assertAdministrator(adminId);
    const { id, token, ...times } = await this.links.create('invitation', { userId: adminId });
    const makers = await this.users.findAll([adminId]);
    return { ...shown({ _id: id, userId: adminId, ...times }, makers), token };
  }

  /** Open invitations, newest first. */
  async list(adminId: string): Promise<InvitationDto[]> {
    await this.administrator.assertAdministrator(adminId);
    const { all } = await this.administrator.list();
    const open = (await this.links.listInvitations()).filter(
      ({ userId }) => userId === undefined || all.includes(userId),
    );
    const makers = await this.users.findAll(open.flatMap(({ userId }) => userId ?? []));
    return open.map((link) => shown(link, makers));
  }

  /** Throws `not_found`. */
  async delete(adminId: string, id: string): Promise<void> {
    await this.administrator.assertAdministrator(adminId);
    if (!(await this.links.deleteInvitation(id))) {
      throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.no_such_invitation));
    }
  }

  /** The invitation of this token, if it still works: it ends with the role of the administrator who made it. */
  async find(token: string | undefined): Promise<OneTimeLink | null> {
    const link = token === undefined ? null : await this.links.find('invitation', token);
    if (link?.userId === undefined) return link;
    return (await this.administrator.isAdministrator(link.userId)) ? link : null;
  }

  /** Uses an invitation up. False when another sign-up was first. */
  use(invitation: OneTimeLink): Promise<boolean> {
    return this.links.use(invitation);
  }
}

function shown(
  { _id, userId, createdAt, expiresAt }: Pick<OneTimeLink, '_id' | 'userId' | 'createdAt' | 'expiresAt'>,
  makers: readonly User[],
): InvitationDto {
  const maker = makers.find((user) => String(user._id) === userId);
  return {
    id: _id,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    by: maker ? nameOf(maker) : null,
  };
}

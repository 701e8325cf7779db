import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { InvitationDto, NewInvitationDto } from '@inner-weather/contracts/accounts/registration.dto';
import { problem } from '@inner-weather/domain/problems/problem';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Injectable } from '@nestjs/common';
import type { OneTimeLink } from '../mail/one-time-link.schema.js';
import { OneTimeLinksRepository } from '../mail/one-time-links.repository.js';
import { AdministratorService } from './administrator.service.js';

/** Invitations to an account. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly links: OneTimeLinksRepository,
    private readonly administrator: AdministratorService,
  ) {}

  /** Throws `forbidden` for users who are not administrators, like the methods below. */
  async invite(adminId: string): Promise<NewInvitationDto> {
    await this.administrator.assertAdministrator(adminId);
    const { id, token, ...times } = await this.links.create('invitation', { userId: adminId });
    return { ...toInvitation({ _id: id, ...times }), token };
  }

  /** Open invitations, newest first. */
  async list(adminId: string): Promise<InvitationDto[]> {
    await this.administrator.assertAdministrator(adminId);
    return (await this.links.listInvitations()).map(toInvitation);
  }

  /** Throws `not_found`. */
  async delete(adminId: string, id: string): Promise<void> {
    await this.administrator.assertAdministrator(adminId);
    if (!(await this.links.deleteInvitation(id))) {
      throw new DomainError('not_found', problem(ACCOUNT_PROBLEMS.no_such_invitation));
    }
  }

  /** The invitation of this token, if it still works. */
  find(token: string | undefined): Promise<OneTimeLink | null> {
    return token === undefined ? Promise.resolve(null) : this.links.find('invitation', token);
  }

  /** Uses an invitation up. False when another sign-up was first. */
  use(invitation: OneTimeLink): Promise<boolean> {
    return this.links.use(invitation);
  }
}

function toInvitation({
  _id,
  createdAt,
  expiresAt,
}: Pick<OneTimeLink, '_id' | 'createdAt' | 'expiresAt'>): InvitationDto {
  return { id: _id, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

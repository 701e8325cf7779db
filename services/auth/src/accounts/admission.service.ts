import { DomainError } from '@inner-weather/contracts/errors';
import { MESSAGES } from '@inner-weather/contracts/messages';
import type { ClientInfo, SessionGrant } from '@inner-weather/contracts/rpc';
import { Injectable } from '@nestjs/common';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import { SessionsService } from './sessions.service.js';
import { TracesService } from './traces.service.js';
import type { User } from './user.schema.js';
import { UsersRepository } from './users.repository.js';

/** Lets in who has shown who they are. */
@Injectable()
export class AdmissionService {
  constructor(
    private readonly users: UsersRepository,
    private readonly addresses: KnownAddressesRepository,
    private readonly sessions: SessionsService,
    private readonly traces: TracesService,
  ) {}

  /** The account may be deleted meanwhile, and looked through before this: then this leaves nothing either. */
  async admit(user: User, client: ClientInfo): Promise<SessionGrant> {
    const userId = String(user._id);
    await this.addresses.add(userId, client.address);
    const grant = await this.sessions.open(user, client);
    if (await this.users.find(userId)) return grant;
    await this.traces.remove(userId, user.email);
    throw new DomainError('invalid_credentials', MESSAGES.invalidLogin);
  }
}

import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { FlowsRepository } from './flows.repository.js';
import { IdentitiesRepository } from './identities.repository.js';
import { ProviderSessionsRepository } from './provider-sessions.repository.js';

/** The identities of the account, its sign-ins under way and its sessions at providers. */
@Injectable()
export class OidcEraser extends AccountEraser {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly flows: FlowsRepository,
    private readonly sessions: ProviderSessionsRepository,
  ) {
    super();
  }

  async erase({ userId }: ErasedAccount): Promise<void> {
    await this.identities.deleteOfUser(userId);
    await this.flows.deleteOfUser(userId);
    await this.sessions.deleteOfUser(userId);
  }
}

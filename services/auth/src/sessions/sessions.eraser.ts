import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { SessionsRepository } from './sessions.repository.js';

/** Ends every session, and leaves nothing of them but what gateways have to know. */
@Injectable()
export class SessionsEraser extends AccountEraser {
  constructor(private readonly sessions: SessionsRepository) {
    super();
  }

  async erase({ userId }: ErasedAccount): Promise<void> {
    await this.sessions.revokeAll(userId);
    await this.sessions.anonymizeRevoked(userId);
  }
}

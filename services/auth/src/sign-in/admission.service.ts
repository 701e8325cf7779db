import { DomainError } from '@inner-weather/contracts/errors';
import { MESSAGES } from '@inner-weather/contracts/messages';
import type { ClientInfo, SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { Injectable } from '@nestjs/common';
import { type Recognition, RecognitionService } from '../recognition/recognition.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountErasersService } from '../accounts/account-erasers.service.js';
import type { User } from '../accounts/user.schema.js';
import { UsersRepository } from '../accounts/users.repository.js';

/** Signs in somebody whose credentials were verified. */
@Injectable()
export class AdmissionService {
  constructor(
    private readonly users: UsersRepository,
    private readonly recognition: RecognitionService,
    private readonly sessions: SessionsService,
    private readonly erasers: AccountErasersService,
  ) {}

  /**
   * `user`: as verified. `recognised`: what was found of this account before. If the account has changed meanwhile, the old credentials open no session. If it was deleted
   * meanwhile, this erases what it has just written. Throws `invalid_credentials` for both.
   */
  async admit(user: User, client: ClientInfo, recognised: Recognition): Promise<SessionGrant> {
    const userId = String(user._id);
    const device = await this.recognition.remember(userId, client, recognised);
    const grant = await this.sessions.open(user, client);
    if (grant) return { ...grant, device };
    if (!(await this.users.find(userId))) await this.erasers.erase({ userId, email: user.email });
    throw new DomainError('invalid_credentials', MESSAGES.invalidLogin);
  }
}

import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { AccessTokensRepository } from './access-tokens.repository.js';

@Injectable()
export class AccessTokensEraser extends AccountEraser {
  constructor(private readonly tokens: AccessTokensRepository) {
    super();
  }

  erase({ userId }: ErasedAccount): Promise<void> {
    return this.tokens.deleteOfUser(userId);
  }
}

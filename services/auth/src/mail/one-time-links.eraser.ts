import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';

@Injectable()
export class OneTimeLinksEraser extends AccountEraser {
  constructor(private readonly links: OneTimeLinksRepository) {
    super();
  }

  erase({ userId }: ErasedAccount): Promise<void> {
    return this.links.deleteOfUser(userId);
  }
}

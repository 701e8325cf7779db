import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { EXPORTS } from './users.service.js';

/** Deletes the counters of changes and exports. */
@Injectable()
export class UsersEraser extends AccountEraser {
  constructor(private readonly limiter: RateLimiter) {
    super();
  }

  erase({ userId }: ErasedAccount): Promise<void> {
    return this.limiter.forget(userId, [EXPORTS.name]);
  }
}

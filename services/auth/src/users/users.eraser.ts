import { RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { MAIL_TESTS } from '../mail/mail-tests.service.js';
import { EXPORTS } from './users.service.js';

/** Deletes the counters of changes, exports and test mails. */
@Injectable()
export class UsersEraser extends AccountEraser {
  constructor(private readonly limiter: RateLimiter) {
    super();
  }

  erase({ userId }: ErasedAccount): Promise<void> {
    return this.limiter.forget(userId, [EXPORTS.name, MAIL_TESTS.name]);
  }
}

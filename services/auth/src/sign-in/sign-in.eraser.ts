import { Counters } from '@inner-weather/platform/limits/counters';
import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { LOGIN_COUNTERS } from './sign-in-limits.service.js';

/**
 * What was counted of logins. What bounds sign-ups and mails stays until its hour is over: otherwise somebody could fill
 * a stranger's mailbox by making and deleting accounts.
 */
@Injectable()
export class SignInEraser extends AccountEraser {
  constructor(private readonly counters: Counters) {
    super();
  }

  erase({ email }: ErasedAccount): Promise<void> {
    return this.counters.forgetAll(LOGIN_COUNTERS, email);
  }
}

import { Counters } from '@inner-weather/platform/limits/counters';
import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from './account-eraser.js';
import { GUESS_COUNTERS } from './guess-limits.service.js';

/** Deletes the counters of guesses at the password and the second factor. */
@Injectable()
export class AccountsEraser extends AccountEraser {
  constructor(private readonly counters: Counters) {
    super();
  }

  erase({ userId }: ErasedAccount): Promise<void> {
    return this.counters.forgetAll(GUESS_COUNTERS, userId);
  }
}

import { Counters } from '@inner-weather/platform/limits/counters';
import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { GUESS_COUNTERS } from './guess-limits.service.js';

@Injectable()
export class CredentialsEraser extends AccountEraser {
  constructor(private readonly counters: Counters) {
    super();
  }

  erase({ userId }: ErasedAccount): Promise<void> {
    return this.counters.forgetAll(GUESS_COUNTERS, userId);
  }
}

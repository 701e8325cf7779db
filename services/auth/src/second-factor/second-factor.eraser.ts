import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

@Injectable()
export class SecondFactorEraser extends AccountEraser {
  constructor(private readonly factors: SecondFactorsRepository) {
    super();
  }

  erase({ userId }: ErasedAccount): Promise<void> {
    return this.factors.destroy(userId);
  }
}

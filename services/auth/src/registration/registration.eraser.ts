import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { AdministratorService } from './administrator.service.js';

/** The administrator's role of the account. Its invitations are one-time links, which have an eraser of their own. */
@Injectable()
export class RegistrationEraser extends AccountEraser {
  constructor(private readonly administrator: AdministratorService) {
    super();
  }

  erase({ userId }: ErasedAccount): Promise<void> {
    return this.administrator.remove(userId);
  }
}

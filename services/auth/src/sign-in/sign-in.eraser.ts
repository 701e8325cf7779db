import { Counters } from '@inner-weather/platform/limits/counters';
import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import { KnownDevicesRepository } from './known-devices.repository.js';
import { LOGIN_COUNTERS } from './login-limits.service.js';

/**
 * Deletes known networks, known browsers and the counters of logins. The counters of sign-ups and mails stay until
 * their hour is over: otherwise an attacker could fill a mailbox by creating and deleting accounts.
 */
@Injectable()
export class SignInEraser extends AccountEraser {
  constructor(
    private readonly counters: Counters,
    private readonly addresses: KnownAddressesRepository,
    private readonly devices: KnownDevicesRepository,
  ) {
    super();
  }

  async erase({ userId, email }: ErasedAccount): Promise<void> {
    await this.counters.forgetAll(LOGIN_COUNTERS, email);
    await this.addresses.deleteOfUser(userId);
    await this.devices.deleteOfUser(userId);
  }
}

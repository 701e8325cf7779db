import { Injectable } from '@nestjs/common';
import { AccountEraser, type ErasedAccount } from '../accounts/account-eraser.js';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import { KnownDevicesRepository } from './known-devices.repository.js';

@Injectable()
export class RecognitionEraser extends AccountEraser {
  constructor(
    private readonly addresses: KnownAddressesRepository,
    private readonly devices: KnownDevicesRepository,
  ) {
    super();
  }

  async erase({ userId }: ErasedAccount): Promise<void> {
    await this.addresses.deleteOfUser(userId);
    await this.devices.deleteOfUser(userId);
  }
}

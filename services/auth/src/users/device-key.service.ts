import type { DeviceKeyDto } from '@inner-weather/contracts/accounts/users.dto';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { Injectable } from '@nestjs/common';
import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const PURPOSE = 'inner-weather device key';

/**
 * A key that opens what a browser has locked for its user, once they have logged in again. It follows from the data key of
 * the account, so nothing more is stored, it survives a change of the master key, and it is gone with the account.
 */
@Injectable()
export class DeviceKeyService {
  constructor(private readonly dataKeys: DataKeys) {}

  /** Throws `unauthenticated` when the account was deleted. */
  async get(userId: string): Promise<DeviceKeyDto> {
    const { secret } = await this.dataKeys.forWriting(userId);
    const key = hkdfSync('sha256', secret, Buffer.alloc(0), PURPOSE, KEY_BYTES);
    return { secret: Buffer.from(key).toString('base64url') };
  }
}

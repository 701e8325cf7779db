import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { Injectable } from '@nestjs/common';
import { hashOf } from '../hash-of.js';
import { newSecret, secretOf, secretsOf, withSecret } from './device-cookie.js';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import type { Known } from './known.schema.js';
import { KnownDevicesRepository } from './known-devices.repository.js';

/** Whether an account has logged in from here before. */
export interface Recognition {
  /** It has, from this network. */
  network?: Known;
  /** It has, with this browser, which proves it by its cookie. */
  device?: Known;
}

/**
 * Recognises the networks and browsers with which accounts have logged in, so that the failed logins of strangers,
 * elsewhere or in the same network, do not keep a person out. Browsers have the device cookies of
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies.
 */
@Injectable()
export class RecognitionService {
  constructor(
    private readonly addresses: KnownAddressesRepository,
    private readonly devices: KnownDevicesRepository,
  ) {}

  /** Takes the same time where there is no user. */
  async recognise(userId: string | undefined, { address, device: cookie }: ClientInfo): Promise<Recognition> {
    const [network, device] = await Promise.all([
      this.addresses.find(userId, address),
      this.devices.find(secretsOf(cookie).map(hashOf), userId),
    ]);
    return { network, device };
  }

  /**
   * After a login. Answers the new value of the browser's cookie.
   * @param recognised what the login found of this account; nothing for one that was made just now
   */
  async remember(
    userId: string,
    { address, device: cookie }: ClientInfo,
    { network, device }: Recognition,
  ): Promise<string> {
    if (!network?.isFresh) await this.addresses.add(userId, address);
    const known = device && secretOf(cookie, device._id);
    if (known && (device.isFresh || (await this.devices.prolong(device._id)))) {
      return withSecret(cookie, known);
    }
    const secret = newSecret();
    await this.devices.add(hashOf(secret), userId);
    return withSecret(cookie, secret);
  }

  /** After a new password: every browser that logged in by the old one is unknown again, except the caller's. */
  async forgetOtherDevices(userId: string, { device: cookie }: Pick<ClientInfo, 'device'>): Promise<void> {
    const current = await this.devices.find(secretsOf(cookie).map(hashOf), userId);
    await this.devices.deleteOfUser(userId, current?._id);
  }

  /** For housekeeping. */
  async deleteExpired(): Promise<void> {
    await this.addresses.deleteExpired();
    await this.devices.deleteExpired();
  }
}

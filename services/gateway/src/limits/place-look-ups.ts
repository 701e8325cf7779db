import { networkOf } from '@inner-weather/platform/limits/network';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { MinuteLimit } from './minute-limit.js';

/** The limit of one network, enough for a few people who are typing, with a look-up every few letters. */
const POLICY = {
  name: 'places',
  subject: 'look_ups_of_cities',
  quota: 60,
} as const;

/**
 * Limits how many cities one network looks up, signed in or not. The weather service limits the requests of all networks
 * to the provider.
 */
@Injectable()
export class PlaceLookUps {
  private readonly limit: MinuteLimit;

  constructor(config: GatewayConfig) {
    this.limit = new MinuteLimit(config, POLICY);
  }

  /** Counts one look-up. Throws `rate_limited`. */
  count(address: string): void {
    this.limit.count(networkOf(address));
  }
}

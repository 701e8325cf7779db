import { networkOf } from '@inner-weather/platform/limits/network';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { MinuteLimit } from './minute-limit.js';

/** The limit of one network. Calendar apps read a calendar some times an hour; those of one provider share addresses. */
const POLICY = {
  name: 'calendars',
  subject: 'reads',
  quota: 60,
} as const;

/** Limits how often one network opens secret links: calendars, and those that end mails. They need no token. */
@Injectable()
export class FeedReads {
  private readonly limit: MinuteLimit;

  constructor(config: GatewayConfig) {
    this.limit = new MinuteLimit(config, POLICY);
  }

  /** Counts one use. Throws `rate_limited`. */
  count(address: string): void {
    this.limit.count(networkOf(address));
  }
}

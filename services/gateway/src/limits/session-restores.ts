import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { MinuteLimit } from './minute-limit.js';

/** The limit of one session, enough for opening many tabs at once. */
const POLICY = {
  name: 'restores',
  subject: 'tokens',
  quota: 60,
} as const;

/**
 * Limits how often one session is restored, because each restore signs a token. It counts by cookie, including its
 * secret, so that other people cannot use up the limit. A cookie without a session costs one query and no signature.
 */
@Injectable()
export class SessionRestores {
  private readonly limit: MinuteLimit;

  constructor(config: GatewayConfig) {
    this.limit = new MinuteLimit(config, POLICY);
  }

  /** Counts one restore. Throws `rate_limited`. */
  count(cookie: string): void {
    this.limit.count(createHash('sha256').update(cookie).digest('base64'));
  }
}

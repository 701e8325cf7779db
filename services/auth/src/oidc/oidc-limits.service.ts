import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { networkOf } from '@inner-weather/platform/limits/network';
import { Injectable } from '@nestjs/common';
import { quotaOf, QuotasService } from '../quotas.service.js';
import { RefusedSignIn } from './provider/providers.service.js';

const QUARTER_MS = 15 * 60_000;

/** Sign-ins at a provider that one network begins within a quarter of an hour, and the same number that it finishes. */
const SIGN_INS = 100;

/** Log-outs that one network reports within a quarter of an hour: each has a signature to be checked. */
const LOG_OUTS = 1_000;

/** Limits how often a network can make this service store a flow or ask a provider. */
@Injectable()
export class OidcLimitsService {
  constructor(private readonly quotas: QuotasService) {}

  /** Throws `rate_limited`. */
  async countBegin(address: string): Promise<void> {
    await this.quotas.take([quotaOf('oidc-begin', 'logins', SIGN_INS, QUARTER_MS, networkOf(address))]);
  }

  /** Throws `rate_limited`. */
  async countLogout(address: string): Promise<void> {
    await this.quotas.take([quotaOf('oidc-logout', 'logins', LOG_OUTS, QUARTER_MS, networkOf(address))]);
  }

  /** Throws RefusedSignIn. */
  async countFinish(address: string): Promise<void> {
    const quota = quotaOf('oidc-finish', 'logins', SIGN_INS, QUARTER_MS, networkOf(address));
    if (await this.quotas.tryToTake([quota])) throw new RefusedSignIn(ACCOUNT_PROBLEMS.too_many_sign_ins);
  }
}

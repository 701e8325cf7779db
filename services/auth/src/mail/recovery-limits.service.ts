import { networkOf } from '@inner-weather/platform/limits/network';
import { Injectable } from '@nestjs/common';
import { quotaOf, QuotasService } from '../quotas.service.js';

const HOUR_MS = 60 * 60_000;

/** From one network within an hour: requests for a new password in all, and for one email. */
const REQUESTS = 30;
const REQUESTS_PER_EMAIL = 5;

/** Limits requests for a new password, and the guessing of links to one. */
@Injectable()
export class RecoveryLimitsService {
  constructor(private readonly quotas: QuotasService) {}

  /** Throws `rate_limited` when this network has asked for too many new passwords, in all or for this email. */
  async countRequest(email: string, address: string): Promise<void> {
    const network = networkOf(address);
    await this.quotas.take([
      quotaOf('reset-request', 'resets', REQUESTS, HOUR_MS, network),
      quotaOf('reset-request-email', 'resets', REQUESTS_PER_EMAIL, HOUR_MS, [email, network]),
    ]);
  }

  /** Counts an opened link, valid or not. Throws `rate_limited`. */
  async countReset(address: string): Promise<void> {
    await this.quotas.take([quotaOf('reset', 'new_passwords', REQUESTS, HOUR_MS, networkOf(address))]);
  }
}

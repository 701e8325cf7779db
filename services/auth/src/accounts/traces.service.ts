import { Injectable } from '@nestjs/common';
import { KnownAddressesRepository } from './known-addresses.repository.js';
import { LimitsService } from './limits.service.js';
import { RegistrationService } from './registration.service.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SessionsService } from './sessions.service.js';

/** What an account leaves beside its own document. */
@Injectable()
export class TracesService {
  constructor(
    private readonly addresses: KnownAddressesRepository,
    private readonly registration: RegistrationService,
    private readonly sessions: SessionsService,
    private readonly limits: LimitsService,
    private readonly secondFactors: SecondFactorsRepository,
  ) {}

  /** Ends every session, and takes away all that tells of the person. Can be repeated. */
  async remove(userId: string, email: string): Promise<void> {
    await this.addresses.deleteOfUser(userId);
    await this.registration.forget(userId);
    await this.sessions.forgetUser(userId);
    await this.secondFactors.destroy(userId);
    await this.limits.forgetAccount(userId, email);
  }
}

import type { EmailProofDto } from '@inner-weather/contracts/accounts/email-proofs.dto';
import { ProveEmailRequest } from '@inner-weather/contracts/rpc/auth';
import { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { RpcMethod } from '@inner-weather/contracts/rpc/rpc-map';
import { type LimitPolicy, RateLimiter } from '@inner-weather/platform/limits/rate-limiter';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { networkOf } from '@inner-weather/platform/limits/network';
import { EmailProofsService } from './email-proofs.service.js';

/** Links that one network opens within an hour, right or wrong: they could be guesses. */
const OPENED_LINKS: LimitPolicy = { name: 'proof', subject: 'links', quota: 30, windowMs: 60 * 60_000 };

@Controller()
export class EmailProofsController {
  constructor(
    private readonly proofs: EmailProofsService,
    private readonly limiter: RateLimiter,
  ) {}

  @MessagePattern<RpcMethod>('auth.get-email-proof')
  describe(@Payload() { userId }: UserRequest): Promise<EmailProofDto> {
    return this.proofs.describe(userId);
  }

  @MessagePattern<RpcMethod>('auth.send-email-proof')
  async sendAgain(@Payload() { userId }: UserRequest): Promise<null> {
    await this.limiter.countWrite(userId);
    await this.proofs.sendAgain(userId);
    return null;
  }

  @MessagePattern<RpcMethod>('auth.prove-email')
  async prove(@Payload() { token, userId, currentPassword, client }: ProveEmailRequest): Promise<null> {
    await this.limiter.count(OPENED_LINKS, networkOf(client.address));
    await this.proofs.prove(token, userId === undefined ? { currentPassword } : { userId });
    return null;
  }
}

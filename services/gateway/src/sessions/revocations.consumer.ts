import { AuthSessionRevokedV1, type EventName } from '@inner-weather/contracts/messaging/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { ApiExcludeController } from '@nestjs/swagger';
import { Denylist } from './denylist.js';

/** Handles revocations. Every replica receives every revocation. */
@ApiExcludeController()
@Controller()
export class RevocationsConsumer {
  constructor(private readonly denylist: Denylist) {}

  @EventPattern<EventName>('auth.session.revoked.v1')
  onRevoked(@Payload() { sessionId, until }: AuthSessionRevokedV1): void {
    this.denylist.add(sessionId, until);
  }
}

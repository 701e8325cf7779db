import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { InsightsLetterWrittenV1 } from '@inner-weather/contracts/messaging/events';
import type { Language } from '@inner-weather/languages/languages';
import type { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { ServiceConfig } from '@inner-weather/platform/config';
import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { Controller, type DynamicModule } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';

/** What people agree to: to Gemini, unless a test says otherwise. */
export class FakeAuth {
  /** The letters that it is told of. */
  readonly letters: InsightsLetterWrittenV1[] = [];
  language?: Language;
  /** Who lets figures of measures be sent, too. */
  readonly measuresToAi = new Set<string>();
  /** Accounts that were deleted. */
  readonly deleted = new Set<string>();
  private readonly consents = new Map<string, string[]>();

  consent(userId: string, aiConsent: string[]): void {
    this.consents.set(userId, aiConsent);
  }

  consentOf(userId: string): string[] {
    return this.consents.get(userId) ?? ['gemini'];
  }
}

/** Speaks for auth on the suite's broker, through the transport that auth itself uses. */
export function fakeAuthModule(auth: FakeAuth, config: ServiceConfig): DynamicModule {
  @Controller()
  class FakeAuthController {
    @MessagePattern('auth.get-user')
    getUser(@Payload() { userId }: UserRequest): object {
      if (auth.deleted.has(userId)) throw new DomainError('unauthenticated', 'There is no such account.');
      const consents = { aiConsent: auth.consentOf(userId), measuresToAi: auth.measuresToAi.has(userId) };
      return { id: userId, name: 'Ada', language: auth.language, ...consents };
    }

    @EventPattern('insights.letter.written.v1')
    onLetter(@Payload() letter: InsightsLetterWrittenV1): void {
      auth.letters.push(letter);
    }
  }

  return {
    module: class FakeAuthModule {},
    imports: [MessagingModule.forRoot({ service: 'auth', config })],
    controllers: [FakeAuthController],
  };
}

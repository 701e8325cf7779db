import type { InsightsLetterWrittenV1 } from '@inner-weather/contracts/messaging/events';
import type { Language } from '@inner-weather/languages/languages';
import type { UserRequest } from '@inner-weather/contracts/rpc/requests';
import type { ServiceConfig } from '@inner-weather/platform/config';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { AmqpServer } from '@inner-weather/platform/transport/amqp-server';
import { MessagingModule } from '@inner-weather/platform/transport/messaging.module';
import { Controller, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type AsyncMicroserviceOptions, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';

/** What people agree to: to Gemini, unless a test says otherwise. */
export class FakeAuth {
  /** The letters that it is told of. */
  readonly letters: InsightsLetterWrittenV1[] = [];
  language?: Language;
  private readonly consents = new Map<string, string[]>();

  consent(userId: string, aiConsent: string[]): void {
    this.consents.set(userId, aiConsent);
  }

  consentOf(userId: string): string[] {
    return this.consents.get(userId) ?? ['gemini'];
  }
}

/** Speaks for auth on the suite's broker, through the transport that auth itself uses. */
export async function serveFakeAuth(auth: FakeAuth, config: ServiceConfig): Promise<INestMicroservice> {
  @Controller()
  class FakeAuthController {
    @MessagePattern('auth.get-user')
    getUser(@Payload() { userId }: UserRequest): object {
      return { id: userId, name: 'Ada', language: auth.language, aiConsent: auth.consentOf(userId) };
    }

    @EventPattern('insights.letter.written.v1')
    onLetter(@Payload() letter: InsightsLetterWrittenV1): void {
      auth.letters.push(letter);
    }
  }

  const module = {
    module: class FakeAuthModule {},
    imports: [MessagingModule.forRoot({ service: 'auth', config })],
    controllers: [FakeAuthController],
  };
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    logger: false,
    inject: [AmqpServer],
    useFactory: (strategy: AmqpServer) => ({ strategy }),
  });
  await app.listen();
  await app.get(Broker).whenUp();
  return app;
}

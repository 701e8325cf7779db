import 'reflect-metadata';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import {
  type EventName,
  WeatherObservationFailedV1,
  WeatherObservationReadyV1,
} from '@inner-weather/contracts/messaging/events';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import {
  Controller,
  type DynamicModule,
  type INestApplicationContext,
  type INestMicroservice,
  Module,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { createService } from '../src/bootstrap.js';
import { parseConfig, ServiceConfig } from '../src/config.js';
import { createLogger, NestLogger } from '../src/logging.js';
import { EventContext } from '../src/events/event-context.js';
import { MessagingModule } from '../src/transport/messaging.module.js';
import { RawReply } from '../src/rpc/raw-reply.js';

/** What a test observes and controls in the service under test. */
export interface Probe {
  handled: { payload: WeatherObservationReadyV1; context: EventContext }[];
  onReady: (payload: WeatherObservationReadyV1, context: EventContext) => Promise<void>;
  onCall: () => Promise<unknown>;
}

export const newProbe = (): Probe => ({
  handled: [],
  onReady: () => Promise.resolve(),
  onCall: () => Promise.resolve({ hello: 'there' }),
});

/** Stands in for the journal service: its queues, and three calls. */
function journalController(probe: Probe) {
  @Controller()
  class JournalLikeController {
    @EventPattern<EventName>('weather.observation.ready.v1')
    async ready(@Payload() payload: WeatherObservationReadyV1, @Ctx() context: EventContext): Promise<void> {
      probe.handled.push({ payload, context });
      await probe.onReady(payload, context);
    }

    @EventPattern<EventName>('weather.observation.failed.v1')
    failed(@Payload() payload: WeatherObservationFailedV1): string {
      return payload.entryId;
    }

    @EventPattern<EventName>('auth.user.deleted.v1')
    deleted(): void {
      // Needed, because the service does not start without a handler.
    }

    @MessagePattern('journal.create-entry')
    create(): Promise<unknown> {
      return probe.onCall();
    }

    @MessagePattern('journal.delete-entry')
    delete(): never {
      throw new DomainError('not_found', 'There is no such entry.');
    }

    @MessagePattern('journal.search-entries')
    search(): RawReply {
      return new RawReply(Buffer.from('[ 1,2 ]'), { total: '2' });
    }
  }
  return JournalLikeController;
}

@Module({})
class ProbeModule {
  static with(service: ServiceName, config: ServiceConfig, controllers: (new () => object)[]): DynamicModule {
    return { module: ProbeModule, imports: [MessagingModule.forRoot({ service, config })], controllers };
  }
}

const testConfig = (amqpUrl: string): ServiceConfig =>
  parseConfig(ServiceConfig, {
    AMQP_URL: amqpUrl,
    RETRY_DELAY_FACTOR: '0.02',
    RPC_TIMEOUT_MS: '10000',
    SHUTDOWN_GRACE_MS: '10000',
  });

const logger = () => new NestLogger(createLogger('test', 'silent'));

/** `prepare` sees the service before it connects to anything. */
export async function startService(
  amqpUrl: string,
  probe: Probe,
  { controllers = [journalController(probe)], prepare = (_app: INestMicroservice): void => undefined } = {},
): Promise<INestMicroservice> {
  const module = ProbeModule.with('journal', testConfig(amqpUrl), controllers);
  const app = await createService(module, { logger: logger(), abortOnError: false });
  prepare(app);
  try {
    await app.listen();
  } catch (error) {
    // A real process would end here. In this one, its connections would go on reconnecting to the broker.
    await app.close();
    throw error;
  }
  return app;
}

/** A process that only calls and publishes, as the weather service does. */
export async function startCaller(amqpUrl: string): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(ProbeModule.with('weather', testConfig(amqpUrl), []), {
    logger: logger(),
    abortOnError: false,
  });
}

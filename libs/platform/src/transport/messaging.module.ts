import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { ServiceConfig } from '../config.js';
import { DATABASE_CHECK, HealthRegistry } from '../health.js';
import { AmqpServer } from './amqp-server.js';
import { Broker } from '../messaging/broker.js';
import { EventPublisher } from '../events/event-publisher.js';
import { RpcClient } from '../rpc/rpc-client.js';

/** The broker connections of a process, with calls and events. Import it once, in the AppModule. */
@Global()
@Module({})
export class MessagingModule {
  static forRoot({ service, config }: { service: ServiceName; config: ServiceConfig }): DynamicModule {
    return {
      module: MessagingModule,
      providers: [
        HealthRegistry,
        {
          provide: Broker,
          inject: [HealthRegistry],
          useFactory: (health: HealthRegistry) => new Broker(config.AMQP_URL, service, health),
        },
        {
          provide: EventPublisher,
          inject: [Broker],
          useFactory: (broker: Broker) => new EventPublisher(broker, service, config.RETRY_DELAY_FACTOR),
        },
        {
          provide: RpcClient,
          inject: [Broker],
          useFactory: (broker: Broker) => new RpcClient(broker, config.RPC_TIMEOUT_MS),
        },
        {
          provide: AmqpServer,
          inject: [Broker, EventPublisher, HealthRegistry],
          useFactory: (broker: Broker, publisher: EventPublisher, health: HealthRegistry) =>
            new AmqpServer(broker, publisher, {
              service,
              delayFactor: config.RETRY_DELAY_FACTOR,
              graceMs: config.SHUTDOWN_GRACE_MS,
              databaseAnswers: () => health.isPassing(DATABASE_CHECK),
            }),
        },
      ],
      exports: [HealthRegistry, Broker, EventPublisher, RpcClient, AmqpServer],
    };
  }
}

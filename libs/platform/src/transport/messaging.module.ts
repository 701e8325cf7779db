import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { ServiceConfig } from '../config.js';
import { DATABASE_CHECK, HealthRegistry } from '../health.js';
import { AmqpServer } from './amqp-server.js';
import { Broker } from '../messaging/broker.js';
import { EventPublisher } from '../events/event-publisher.js';
import { OwnDeadLetters } from '../events/own-dead-letters.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { Dependencies } from '../dependencies.js';
import { ServiceState } from './service-state.js';
import { stateControllerOf } from './state.controller.js';

/** The broker connections of a process, with calls and events. Import it once, in the AppModule. */
@Global()
@Module({})
export class MessagingModule {
  static forRoot({ service, config }: { service: ServiceName; config: ServiceConfig }): DynamicModule {
    return {
      module: MessagingModule,
      // The gateway makes calls and answers none.
      controllers: service === 'gateway' ? [] : [stateControllerOf(service)],
      providers: [
        HealthRegistry,
        Dependencies,
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
        {
          provide: ServiceState,
          inject: [Dependencies, HealthRegistry, Broker, AmqpServer],
          useFactory: (
            dependencies: Dependencies,
            health: HealthRegistry,
            broker: Broker,
            server: AmqpServer,
          ) => new ServiceState(service, dependencies, health, broker, server),
        },
        {
          provide: OwnDeadLetters,
          inject: [Broker],
          useFactory: (broker: Broker) => new OwnDeadLetters(broker, service),
        },
      ],
      exports: [HealthRegistry, Dependencies, Broker, EventPublisher, RpcClient, AmqpServer, ServiceState],
    };
  }
}

import type {
  DependencyDto,
  ServiceStateDto,
} from '@inner-weather/contracts/administration/service-state.dto';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { DATABASE_CHECK, type HealthRegistry } from '../health.js';
import { type Broker, BROKER_CHECK } from '../messaging/broker.js';
import { rpcQueue } from '../messaging/topology.js';
import type { AmqpServer } from './amqp-server.js';
import { PRODUCT_VERSION } from '../version.js';
import type { Dependencies } from '../dependencies.js';

/** Describes this process for the administrator's page. */
export class ServiceState {
  private readonly startedAt = new Date().toISOString();

  constructor(
    private readonly service: ServiceName,
    private readonly dependencies: Dependencies,
    private readonly health: HealthRegistry,
    private readonly broker: Broker,
    private readonly server: AmqpServer,
  ) {
    dependencies.declare('broker');
    for (const connection of [broker.publishing, broker.calling, broker.consuming]) {
      connection.on('down', () => dependencies.failed('broker', 'broker_unreachable'));
      connection.on('blocked', () => dependencies.failed('broker', 'broker_full'));
    }
  }

  async describe(): Promise<ServiceStateDto> {
    const [queues, replicas, dependencies] = await Promise.all([
      this.server.queueStates(),
      // The gateway has no such queue, and asking for it would close the channel.
      this.service === 'gateway' ? null : this.server.consumersOf(rpcQueue(this.service)),
      this.checkDependencies(),
    ]);
    const { service, startedAt } = this;
    return { service, version: PRODUCT_VERSION, startedAt, replicas, dependencies, queues };
  }

  /** Broker and database are checked now, the others are as their last call left them. */
  async checkDependencies(): Promise<DependencyDto[]> {
    if (this.broker.isBlocked) this.dependencies.failed('broker', 'broker_full');
    else if (await this.health.isPassing(BROKER_CHECK)) this.dependencies.succeeded('broker');
    else this.dependencies.failed('broker', 'broker_unreachable');
    if (this.health.has(DATABASE_CHECK)) {
      if (await this.health.isPassing(DATABASE_CHECK)) this.dependencies.succeeded('database');
      else this.dependencies.failed('database', 'database_unreachable');
    }
    return this.dependencies.list();
  }
}

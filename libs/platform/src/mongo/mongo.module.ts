import { type DynamicModule, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectConnection, MongooseModule } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { MongoServiceConfig } from '../config.js';
import { HealthRegistry } from '../health.js';
import { tracingIsOn } from '../telemetry/spans.js';
import './closed-connections.js';
import { traceCommands } from './command-spans.js';

/** Milliseconds after which an operation without a reachable database fails: callers answer `unavailable` quickly. */
const SERVER_SELECTION_TIMEOUT_MS = 3_000;
/** Milliseconds after which a database that took an operation and does not answer counts as unreachable. */
const SOCKET_TIMEOUT_MS = 30_000;
const CONNECT_RETRY_MS = 2_000;

/** How a service reaches its database: `config.MONGO_DB` names it, else it is `inner_weather_<service>`. */
export function databaseOptions({ MONGO_DB }: MongoServiceConfig, service: string) {
  return {
    dbName: MONGO_DB ?? `inner_weather_${service}`,
    appName: `inner-weather-${service}`,
    autoIndex: true,
    serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
    connectTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
    socketTimeoutMS: SOCKET_TIMEOUT_MS,
    // What was acknowledged is on disk, on a single node too, where the default would wait for no journal.
    writeConcern: { w: 'majority' as const, journal: true },
  };
}

/** The one connection of a service to its database. A boot with the database down waits for it. */
@Module({})
export class MongoModule implements OnApplicationBootstrap {
  private readonly logger = new Logger(MongoModule.name);

  constructor(
    @InjectConnection() private readonly connection: Connection,
    health: HealthRegistry,
  ) {
    health.add('database', () => this.isUp());
    traceCommands(connection);
  }

  static forRoot(config: MongoServiceConfig, service: string): DynamicModule {
    return {
      module: MongoModule,
      imports: [
        MongooseModule.forRoot(config.MONGO_URL, {
          ...databaseOptions(config, service),
          monitorCommands: tracingIsOn(),
          retryAttempts: Number.POSITIVE_INFINITY,
          retryDelay: CONNECT_RETRY_MS,
        }),
      ],
    };
  }

  /** An index that cannot be made stops the boot: without a unique one a promise would not hold. */
  async onApplicationBootstrap(): Promise<void> {
    await collectionsMade(this.connection);
    this.logger.log({ database: this.connection.name, msg: 'connected to the database' });
  }

  private async isUp(): Promise<boolean> {
    const { db } = this.connection;
    return db !== undefined && (await db.command({ ping: 1 })).ok === 1;
  }
}

/** Resolves when every collection of the connection's models is there, with its indexes. */
export async function collectionsMade(connection: Connection): Promise<void> {
  await Promise.all(Object.values(connection.models).map((model) => model.init()));
}

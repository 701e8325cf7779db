import { type DynamicModule, Logger, Module, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, MongooseModule } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { databaseName, type MongoServiceConfig } from '../config.js';
import { DATABASE_CHECK, HealthRegistry } from '../health.js';
import { Dependencies } from '../dependencies.js';
import { tracingIsOn } from '../telemetry/spans.js';
import './closed-connections.js';
import { traceCommands } from './command-spans.js';

/** Short, so that callers soon get `unavailable` when no database is reachable. */
const SERVER_SELECTION_TIMEOUT_MS = 3_000;
/** Milliseconds after which an unresponsive database counts as unreachable. */
const SOCKET_TIMEOUT_MS = 30_000;
const CONNECT_RETRY_MS = 2_000;

export function databaseOptions(config: Parameters<typeof databaseName>[0], service: string) {
  return {
    dbName: databaseName(config, service),
    appName: `inner-weather-${service}`,
    autoIndex: true,
    serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
    connectTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
    socketTimeoutMS: SOCKET_TIMEOUT_MS,
    // mongoose would buffer operations for ten seconds; the driver fails them after SERVER_SELECTION_TIMEOUT_MS.
    bufferCommands: false,
    // Acknowledged writes are on disk. On a single node, the default would not wait for the journal.
    writeConcern: { w: 'majority' as const, journal: true },
  };
}

/** The connection of a service to its database. Startup waits while the database is down. */
@Module({})
export class MongoModule implements OnModuleInit {
  private readonly logger = new Logger(MongoModule.name);

  constructor(
    @InjectConnection() private readonly connection: Connection,
    health: HealthRegistry,
    dependencies: Dependencies,
  ) {
    health.add(DATABASE_CHECK, () => this.isUp());
    dependencies.declare('database');
    connection.on('disconnected', () => dependencies.failed('database', 'database_unreachable'));
    traceCommands(connection);
  }

  static forRoot(config: MongoServiceConfig, service: string): DynamicModule {
    return {
      module: MongoModule,
      imports: [
        MongooseModule.forRoot(config.MONGO_URL, {
          ...databaseOptions(config, service),
          // Only if needed: an option given here overrides the connection string's.
          ...(tracingIsOn() && { monitorCommands: true }),
          retryAttempts: Number.POSITIVE_INFINITY,
          retryDelay: CONNECT_RETRY_MS,
        }),
      ],
    };
  }

  /**
   * An index that cannot be created prevents startup, since the services rely on unique indexes. Indexes are created
   * before any onApplicationBootstrap, since the embedded database refuses queries while it creates collections.
   */
  async onModuleInit(): Promise<void> {
    await Promise.all(Object.values(this.connection.models).map((model) => model.init()));
    this.logger.log({ database: this.connection.name, msg: 'connected to the database' });
  }

  private async isUp(): Promise<boolean> {
    const { db } = this.connection;
    return db !== undefined && (await db.command({ ping: 1 })).ok === 1;
  }
}

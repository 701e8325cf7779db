import type { ServiceName } from '@inner-weather/contracts/topology';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import type { Logger } from 'pino';
import type { ServiceConfig } from './config.js';
import { PassOnFilter, validationPipe } from './errors.js';
import { HealthRegistry, startAdminServer } from './health.js';
import { createLogger, NestLogger } from './logging.js';
import { AmqpServer } from './messaging/amqp-server.js';
import { startTracing } from './telemetry/tracing.js';

/** Runs a service until a signal stops it: exit code 0 after an orderly stop, 1 when it could not start. */
export async function runService<Config extends ServiceConfig>(options: {
  name: ServiceName;
  readConfig: () => Config;
  module: (config: Config) => Type | Parameters<typeof NestFactory.createMicroservice>[0];
}): Promise<void> {
  await orExit(options.name, async () => {
    const config = options.readConfig();
    const logger = createLogger(options.name, config.LOG_LEVEL);
    await runApp(options.name, config, logger, {
      create: async () => {
        const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(options.module(config), {
          logger: new NestLogger(logger),
          inject: [AmqpServer],
          useFactory: (strategy: AmqpServer) => ({ strategy }),
        });
        app.useGlobalPipes(validationPipe());
        app.useGlobalFilters(new PassOnFilter());
        return app;
      },
      start: async (app) => {
        await app.listen();
      },
    });
  });
}

/** Milliseconds, after what is in flight has ended, in which outboxes drain and connections close. */
const CLOSING_MS = 10_000;

/**
 * Creates an app, starts it, and stops it in order on the first SIGTERM or SIGINT. Health answers and signals are heard
 * before `create`, which waits as long as the database is away.
 */
export async function runApp<App extends INestApplicationContext>(
  service: ServiceName,
  config: ServiceConfig,
  logger: Logger,
  { create, start }: { create: () => Promise<App>; start: (app: App) => Promise<void> },
): Promise<void> {
  const stopTracing = await startTracing(service, config, logger);
  const running: { app?: App } = {};
  const health = (): HealthRegistry | undefined => running.app?.get(HealthRegistry);
  const admin = await startAdminServer(health, config.ADMIN_PORT, config.ADMIN_HOST);
  stopOnSignal(logger, config.SHUTDOWN_GRACE_MS + CLOSING_MS, async () => {
    health()?.leave();
    await running.app?.close();
    await stopTracing();
    admin.close();
    admin.closeAllConnections();
  });
  running.app = await create();
  await start(running.app);
  logger.info({ admin: admin.address() }, 'started');
}

/** Runs `stop` once, on the first SIGTERM or SIGINT, and ends the process; after `withinMs` milliseconds in any case. */
export function stopOnSignal(logger: Logger, withinMs: number, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    // A connection to a broker or a database that has gone meanwhile may never close.
    setTimeout(() => {
      logger.error('could not stop in time');
      process.exit(1);
    }, withinMs).unref();
    stop().then(
      () => {
        logger.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** What cannot start says why in one line and ends; a promise that nobody waited for ends the process too. */
export async function orExit(service: string, start: () => Promise<void>): Promise<void> {
  const fail = (error: unknown): never => {
    createLogger(service, 'info').fatal({ err: error }, 'the process ends');
    process.exit(1);
  };
  process.on('unhandledRejection', fail);
  process.on('uncaughtException', fail);
  await start().catch(fail);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@inner-weather/contracts/topology';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import type { Logger } from 'pino';
import type { ServiceConfig } from './config.js';
import { PassOnFilter, validationPipe } from './errors.js';
import { HealthRegistry, startAdminServer } from './health.js';
import { createLogger, NestLogger } from './logging.js';
import { AmqpServer } from './transport/amqp-server.js';
import { startTracing } from './telemetry/tracing.js';

/** Runs a service until a signal stops it. The exit code is 0 after an orderly stop, and 1 if it could not start. */
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

/** Milliseconds for outboxes to drain and connections to close, after the handlers have ended. */
const CLOSING_MS = 10_000;

/** The steps by which an app starts and stops. */
export interface AppSteps<App> {
  create: () => Promise<App>;
  start: (app: App) => Promise<void>;
  /** Before it stops, the app reports that it is not ready and still serves for `forMs` milliseconds. */
  drain?: { forMs: number; begin: (app: App) => void };
}

/**
 * Creates and starts an app, and stops it in order on the first SIGTERM or SIGINT. Health checks and signals work even
 * before `create` resolves, since that waits as long as the database is down.
 */
export async function runApp<App extends INestApplicationContext>(
  service: ServiceName,
  config: ServiceConfig,
  logger: Logger,
  { create, start, drain }: AppSteps<App>,
): Promise<void> {
  const stopTracing = await startTracing(service, config, logger);
  const running: { app?: App; started?: boolean } = {};
  const health = (): HealthRegistry | undefined => running.app?.get(HealthRegistry);
  // Between `create` and the end of `start` all connections may be up, though nothing is consumed or served yet.
  const healthOnceStarted = () => (running.started ? health() : undefined);
  const admin = await startAdminServer(healthOnceStarted, config.ADMIN_PORT, config.ADMIN_HOST);
  const drainMs = drain?.forMs ?? 0;
  stopOnSignal(logger, drainMs + config.SHUTDOWN_GRACE_MS + CLOSING_MS, async () => {
    health()?.leave();
    if (running.app && drainMs > 0) {
      drain?.begin(running.app);
      await sleep(drainMs);
    }
    await running.app?.close();
    await stopTracing();
    admin.close();
    admin.closeAllConnections();
  });
  running.app = await create();
  await start(running.app);
  running.started = true;
  logger.info({ admin: admin.address() }, 'started');
}

/** On the first SIGTERM or SIGINT, runs `stop` and ends the process, after `withinMs` milliseconds at the latest. */
export function stopOnSignal(logger: Logger, withinMs: number, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    // A connection to a broker or a database that is down may never close.
    const deadline = setTimeout(() => {
      logger.error('could not stop in time');
      process.exit(1);
    }, withinMs).unref();
    stop()
      .finally(() => clearTimeout(deadline))
      .then(
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

/** Ends the process with one log line when it cannot start, and when a rejection or an exception is not handled. */
export async function orExit(service: string, start: () => Promise<void>): Promise<void> {
  const fail = (error: unknown): never => {
    createLogger(service, 'info').fatal({ err: error }, 'the process ends');
    process.exit(1);
  };
  process.on('unhandledRejection', fail);
  process.on('uncaughtException', fail);
  await start().catch(fail);
}

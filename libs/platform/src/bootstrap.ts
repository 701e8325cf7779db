import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import type { INestApplicationContext, INestMicroservice, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import type { Logger } from 'pino';
import type { ServiceConfig } from './config.js';
import { PassOnFilter, validationPipe } from './errors.js';
import { HealthRegistry, startAdminServer } from './health.js';
import { createLogger, NestLogger } from './logging.js';
import { AmqpServer } from './transport/amqp-server.js';
import { startTracing } from './telemetry/tracing.js';

type ServiceModule = Parameters<typeof NestFactory.createMicroservice>[0];

/** Creates a service that serves calls and events once it listens. */
export async function createService(
  module: ServiceModule,
  options: { logger: LoggerService | false; abortOnError?: boolean },
): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    ...options,
    inject: [AmqpServer],
    useFactory: (strategy: AmqpServer) => ({ strategy }),
  });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new PassOnFilter());
  return app;
}

/** Runs a service until a signal stops it. Exits with 0 after a graceful shutdown and with 1 if it cannot start. */
export async function runService<Config extends ServiceConfig>(options: {
  name: ServiceName;
  readConfig: () => Config;
  module: (config: Config) => ServiceModule;
}): Promise<void> {
  await orExit(options.name, async () => {
    const config = options.readConfig();
    const logger = createLogger(options.name, config.LOG_LEVEL);
    await runApp(options.name, config, logger, {
      create: () => createService(options.module(config), { logger: new NestLogger(logger) }),
      start: async (app) => {
        await app.listen();
      },
    });
  });
}

/** Milliseconds for outboxes to drain and connections to close after the last handler has finished. */
const CLOSING_MS = 10_000;

/** The steps by which an app starts and stops. */
export interface AppSteps<App> {
  create: () => Promise<App>;
  start: (app: App) => Promise<void>;
  /** Before it shuts down, the app reports that it is not ready and keeps serving for `forMs` milliseconds. */
  drain?: { forMs: number; begin: (app: App) => void };
}

/**
 * Creates and starts an app, and shuts it down gracefully on the first SIGTERM or SIGINT. Health checks and signals
 * work before `create` resolves, since `create` waits until the database is available.
 */
export async function runApp<App extends INestApplicationContext>(
  service: ServiceName,
  config: ServiceConfig,
  logger: Logger,
  { create, start, drain }: AppSteps<App>,
): Promise<void> {
  const stopTracing = await startTracing(service, config, logger);
  const state: { app?: App; isStarted?: boolean } = {};
  const health = (): HealthRegistry | undefined => state.app?.get(HealthRegistry);
  // After `create`, all connections may be up although the app does not consume or serve yet.
  const healthAfterStart = () => (state.isStarted ? health() : undefined);
  const admin = await startAdminServer(healthAfterStart, config.ADMIN_PORT, config.ADMIN_HOST);
  const drainMs = drain?.forMs ?? 0;
  stopOnSignal(logger, drainMs + config.SHUTDOWN_GRACE_MS + CLOSING_MS, async () => {
    health()?.markStopping();
    if (state.app && drainMs > 0) {
      drain?.begin(state.app);
      await sleep(drainMs);
    }
    await state.app?.close();
    await stopTracing();
    admin.close();
    admin.closeAllConnections();
  });
  state.app = await create();
  await start(state.app);
  state.isStarted = true;
  logger.info({ admin: admin.address() }, 'started');
}

/** On the first SIGTERM or SIGINT, runs `stop` and exits, after `withinMs` milliseconds at the latest. */
export function stopOnSignal(logger: Logger, withinMs: number, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (signal: string): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    // Without a deadline, a connection to a broker or database that is down could block the exit forever.
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

/** Logs the error and exits when `start` fails, or on any unhandled rejection or exception. */
export async function orExit(service: string, start: () => Promise<void>): Promise<void> {
  const fail = (error: unknown): never => {
    createLogger(service, 'info').fatal({ err: error }, 'the process ends');
    process.exit(1);
  };
  process.on('unhandledRejection', fail);
  process.on('uncaughtException', fail);
  await start().catch(fail);
}

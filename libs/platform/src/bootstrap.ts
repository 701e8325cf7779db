import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import type { INestApplicationContext, INestMicroservice, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import type { Logger } from 'pino';
import { parseConfig, type ServiceConfig } from './config.js';
import { runAsService } from './context.js';
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

/** Milliseconds for outboxes to drain and connections to close after the last handler has finished. */
const CLOSING_MS = 10_000;

/** What a service is, for the process that runs it. */
export interface Service<Config extends ServiceConfig, App extends INestApplicationContext> {
  name: ServiceName;
  /** Its settings: see parseConfig. */
  Config: new () => Config;
  create(config: Config, logger: Logger): Promise<App>;
  start(app: App, config: Config): Promise<void>;
  /** Before it shuts down, the app reports that it is not ready and keeps serving for these milliseconds. */
  drain?: { forMs(config: Config): number; begin(app: App): void };
}

type AnyService = Service<ServiceConfig, INestApplicationContext>;

/** A service without a door of its own: it serves calls and events. */
export function microservice<Config extends ServiceConfig>(
  name: ServiceName,
  Config: new () => Config,
  module: (config: Config) => ServiceModule,
): Service<Config, INestMicroservice> {
  return {
    name,
    Config,
    create: (config, logger) => createService(module(config), { logger: new NestLogger(logger) }),
    start: async (app) => {
      await app.listen();
    },
  };
}

/** A service that runs, or is about to. */
interface RunningService {
  logger: Logger;
  /** Resolves when it serves, and rejects if it cannot start. */
  started: Promise<void>;
  /** Milliseconds that `stop` may take. */
  stopsWithinMs: number;
  /** Lets running work finish and closes everything, also before it has started. */
  stop: () => Promise<void>;
}

/**
 * Starts a service with the settings in `env`, that of this process by default. Throws an Error if one of them is wrong.
 * Its health checks work at once, though it may wait long for its database.
 */
export async function boot<Config extends ServiceConfig, App extends INestApplicationContext>(
  service: Service<Config, App>,
  env?: NodeJS.ProcessEnv,
): Promise<RunningService> {
  const { name, Config, drain } = service;
  const config = parseConfig(Config, env);
  return runAsService(name, async () => {
    const logger = createLogger(name, config.LOG_LEVEL);
    const stopTracing = await startTracing(name, config, logger);
    const state: { app?: App; isStarted?: boolean } = {};
    const health = (): HealthRegistry | undefined => state.app?.get(HealthRegistry);
    // After `create`, all connections may be up although the app does not consume or serve yet.
    const healthAfterStart = () => (state.isStarted ? health() : undefined);
    const admin = await startAdminServer(healthAfterStart, config.ADMIN_PORT, config.ADMIN_HOST);
    const drainMs = drain?.forMs(config) ?? 0;
    const run = async (): Promise<void> => {
      state.app = await service.create(config, logger);
      await service.start(state.app, config);
      state.isStarted = true;
      logger.info({ admin: admin.address() }, 'started');
    };
    return {
      logger,
      started: run(),
      stopsWithinMs: drainMs + config.SHUTDOWN_GRACE_MS + CLOSING_MS,
      stop: async () => {
        health()?.markStopping();
        if (state.app && drainMs > 0) {
          drain?.begin(state.app);
          await sleep(drainMs);
        }
        await state.app?.close();
        await stopTracing();
        admin.close();
        admin.closeAllConnections();
      },
    };
  });
}

/**
 * The whole life of a process: runs services until a signal stops it or one of them fails. The first one stops before the
 * others do, so that nothing arrives any more while they finish. Exits with 0 after a graceful shutdown, else with 1.
 */
export async function runServices(
  [first, ...rest]: [AnyService, ...AnyService[]],
  envOf?: (name: ServiceName) => NodeJS.ProcessEnv,
): Promise<void> {
  const start = (service: AnyService) => boot(service, envOf?.(service.name));
  await orExit(rest.length > 0 ? 'services' : first.name, async () => {
    const [door, ...others] = await Promise.all([start(first), ...rest.map(start)]);
    const withinMs = door.stopsWithinMs + Math.max(0, ...others.map((other) => other.stopsWithinMs));
    stopOnSignal(door.logger, withinMs, async () => {
      await door.stop();
      await Promise.all(others.map(({ stop }) => stop()));
    });
    await Promise.all([door, ...others].map(({ started }) => started));
  });
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

/**
 * Logs the error and exits when `start` fails, or on any unhandled rejection or exception. Logs Node's warnings, which
 * `--no-warnings` keeps out of standard error, as a line like the others.
 */
export async function orExit(service: string, start: () => Promise<void>): Promise<void> {
  const logger = createLogger(service, 'info');
  const fail = (error: unknown): never => {
    logger.fatal({ err: error }, 'the process ends');
    process.exit(1);
  };
  process.on('unhandledRejection', fail);
  process.on('uncaughtException', fail);
  // Not all of it: a warning may hold what it is about, such as a request.
  process.on('warning', ({ name, message, stack }) =>
    logger.warn({ warning: `${name}: ${message}`, stack }, 'Node warns'),
  );
  await start().catch(fail);
}

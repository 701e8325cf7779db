import type { LoggerService } from '@nestjs/common';
import { type Level, type Logger, type LoggerOptions, pino } from 'pino';
import { currentContext, parseTraceparent, perService } from './context.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Bytes of lines that wait while they cannot be written. Later ones are left out. */
const WAITING_MAX_BYTES = 4 * 1024 * 1024;

/**
 * A stream to standard output that survives a full disk: lines wait until there is room. Without a listener, pino lets
 * the error end the process, and at its end it would try to write the rest for ever.
 */
export function standardOutput(fd = 1): ReturnType<typeof pino.destination> {
  const stream = pino.destination({ dest: fd, sync: false, maxLength: WAITING_MAX_BYTES });
  const flushSync = stream.flushSync.bind(stream);
  let isRefused = false;
  stream.on('error', () => (isRefused = true));
  stream.on('write', () => (isRefused = false));
  stream.flushSync = () => {
    if (!isRefused) flushSync();
  };
  return stream;
}

/** One for all services of a process: the lines of two would run into each other. */
let shared: ReturnType<typeof standardOutput> | undefined;

/** Writes JSON lines to standard output. Every line has its service, correlation id and trace id. */
export function createLogger(
  service: string,
  level: LogLevel,
  output = (shared ??= standardOutput()),
): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => {
      const context = currentContext();
      if (!context) return {};
      const span = parseTraceparent(context.traceparent);
      // OpenTelemetry's names in logs that are not OTLP
      // (https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/).
      return { correlationId: context.correlationId, trace_id: span?.traceId, span_id: span?.spanId };
    },
  };
  return pino(options, output);
}

/** What the current service logs with, once it has begun to log. */
const logger = perService((): { current?: Logger } => ({}));

/**
 * Sends the logs of Nest, and of every `new Logger(name)`, to pino. Nest has one for the whole process: it writes with
 * the logger of the service whose work it is.
 */
export class NestLogger implements LoggerService {
  /** @param own what the current service logs with from here on */
  constructor(own: Logger) {
    logger().current = own;
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest passes the logger's name as the last argument and, for errors, the stack before it. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = typeof rest.at(-1) === 'string' ? (rest.pop() as string) : undefined;
    const log = logger().current ?? createLogger('process', 'info');
    const stack = typeof rest[0] === 'string' ? rest[0] : undefined;
    if (message instanceof Error) log[level]({ context, err: message });
    else if (message !== null && typeof message === 'object') log[level]({ context, ...message });
    else log[level]({ context, ...(stack && { stack }) }, String(message));
  }
}

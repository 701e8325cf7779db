import type { LoggerService } from '@nestjs/common';
import { type Level, type Logger, pino } from 'pino';
import { currentContext, parseTraceparent } from './context.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes JSON lines to standard output. Every line has its service, correlation id and trace id. */
export function createLogger(service: string, level: LogLevel): Logger {
  return pino({
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
  });
}

/** Sends the logs of Nest, and of every `new Logger(name)`, to pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

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
    const stack = typeof rest[0] === 'string' ? rest[0] : undefined;
    if (message instanceof Error) this.logger[level]({ context, err: message });
    else if (message !== null && typeof message === 'object') this.logger[level]({ context, ...message });
    else this.logger[level]({ context, ...(stack && { stack }) }, String(message));
  }
}

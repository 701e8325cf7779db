import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { plainToInstance, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  validateSync,
} from 'class-validator';
import { LOG_LEVELS, type LogLevel } from './logging.js';

/**
 * Reads the variables that a class declares. An empty variable counts as absent. For each of them `<NAME>_FILE` may
 * name a file that holds the value instead, which keeps secrets out of the environment. Throws an Error that names
 * each variable that is missing or bad, never its value.
 */
export function parseConfig<T extends object>(type: new () => T, env: NodeJS.ProcessEnv): T {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  for (const name of Object.keys(new type())) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new Error(`Configuration: ${name} and ${name}_FILE are both set`);
    given[name] = readValue(`${name}_FILE`, file);
  }
  const config = plainToInstance(type, given, { exposeDefaultValues: true });
  const problems = validateSync(config, { whitelist: true, forbidUnknownValues: true });
  if (problems.length > 0) {
    const words = problems.map((problem) => Object.values(problem.constraints ?? {})[0] ?? problem.property);
    throw new Error(`Configuration: ${words.join('; ')}`);
  }
  return config;
}

/** Without the line break at its end, which editors and tools leave there. */
function readValue(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`Configuration: ${variable} names a file that cannot be read (${code})`);
  }
}

class DatabaseConfig {
  @Matches(/^mongodb(\+srv)?:\/\//, { message: 'MONGO_URL must be a mongodb:// or mongodb+srv:// address' })
  MONGO_URL: string;
}

class BrokerConfig {
  /** Where RabbitMQ is: amqp:// or amqps://, with credentials and virtual host. */
  @Matches(/^amqps?:\/\//, { message: 'AMQP_URL must be an amqp:// or amqps:// address' })
  AMQP_URL: string;
}

/** What every process needs. Times are in milliseconds. */
export class ServiceConfig extends BrokerConfig {
  /** Health and metrics; 0 takes any free port. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  ADMIN_PORT = 0;

  @IsString()
  ADMIN_HOST = '127.0.0.1';

  @IsIn(LOG_LEVELS)
  LOG_LEVEL: LogLevel = 'info';

  /** The deadline of a call to another service, unless the caller names one. */
  @Type(() => Number)
  @IsInt()
  @Min(50)
  @Max(600_000)
  RPC_TIMEOUT_MS = 5_000;

  /** How long work in flight may take to finish after a signal to stop. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(600_000)
  SHUTDOWN_GRACE_MS = 10_000;

  /** Scales every delay between attempts; all services of an installation need the same. */
  @Type(() => Number)
  @IsNumber()
  @Min(0.001)
  @Max(1_000)
  RETRY_DELAY_FACTOR = 1;

  /** Where traces go: an OpenTelemetry collector, or whatever takes OTLP over HTTP in JSON. Without it none are made. */
  @IsOptional()
  @IsUrl(
    { protocols: ['http', 'https'], require_tld: false, require_protocol: true },
    { message: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address' },
  )
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** The share of all traces that is kept. */
  @Type(() => Number)
  @IsNumber()
  @Min(0)
  @Max(1)
  OTEL_TRACES_SAMPLER_ARG = 1;

  /** Spans are sent in batches, this far apart. */
  @Type(() => Number)
  @IsInt()
  @Min(50)
  @Max(60_000)
  OTEL_BSP_SCHEDULE_DELAY = 5_000;
}

/** A service that keeps documents. */
export class MongoServiceConfig extends ServiceConfig {
  @Matches(/^mongodb(\+srv)?:\/\//, { message: 'MONGO_URL must be a mongodb:// or mongodb+srv:// address' })
  MONGO_URL: string;

  /** The database's name; `inner_weather_<service>` unless given. */
  @IsOptional()
  @Matches(/^[\w-]{1,63}$/)
  MONGO_DB?: string;

  /**
   * A text file with the keys under which the people's keys are stored: one `<id>:<32 bytes in base64>` a line. The
   * first wraps new ones, the others only unwrap.
   */
  @IsString({ message: 'MASTER_KEYS_FILE must name a file' })
  MASTER_KEYS_FILE: string;
}

/** A service that bounds how often people may do something. */
export class LimitedServiceConfig extends MongoServiceConfig {
  /** `off` for benchmarks and load tests on loopback. */
  @IsIn(['on', 'off'])
  RATE_LIMITS: 'on' | 'off' = 'on';

  /** Of one user, all kinds of changes that this service owns together. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  WRITES_PER_MINUTE = 120;
}

/** For commands that need nothing but the database. */
export function databaseUrl(): string {
  return parseConfig(DatabaseConfig, process.env).MONGO_URL;
}

/** For commands that need nothing but the broker. */
export function brokerUrl(): string {
  return parseConfig(BrokerConfig, process.env).AMQP_URL;
}

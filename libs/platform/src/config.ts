import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { plainToInstance, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  isURL,
  IsUrl,
  Matches,
  Max,
  Min,
  ValidateBy,
  validateSync,
} from 'class-validator';
import { LOG_LEVELS, type LogLevel } from './logging.js';

/**
 * Reads the environment variables that a class declares. An empty variable counts as absent. For each variable,
 * `<NAME>_FILE` may name a file with the value instead, which keeps secrets out of the environment. Throws an Error that
 * names each variable that is missing or invalid, but never its value.
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

/** The content of a file without its last line break, which editors and tools add. */
function readValue(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`Configuration: ${variable} names a file that cannot be read (${code})`);
  }
}

const PUBLIC_URL_RULE =
  'PUBLIC_URL must be an http or https address without a path, such as https://diary.example.com: ' +
  'the journal takes the whole of a host name, so give it one of its own';

/** The address that people use. A path is refused: the page, its cookies and the links in mails are at a host's root. */
export function IsPublicUrl(): PropertyDecorator {
  const validator = { validate: isPublicUrl, defaultMessage: () => PUBLIC_URL_RULE };
  return ValidateBy({ name: 'isPublicUrl', validator });
}

function isPublicUrl(value: unknown): boolean {
  const options = { protocols: ['http', 'https'], require_tld: false, require_protocol: true };
  if (typeof value !== 'string' || !isURL(value, options)) return false;
  const { pathname, search, hash, username, password } = new URL(value);
  return pathname === '/' && `${search}${hash}${username}${password}` === '' && !/[?#]$/.test(value);
}

/** For commands that need only the database. */
export class DatabaseConfig {
  @Matches(/^mongodb(\+srv)?:\/\//, { message: 'MONGO_URL must be a mongodb:// or mongodb+srv:// address' })
  MONGO_URL: string;

  @Matches(/^[\w-]{1,40}$/)
  MONGO_DATABASE_PREFIX = 'inner_weather_';
}

/** The name of a service's database: `MONGO_DB`, or else the prefix and the service's name. */
export function databaseName(
  { MONGO_DB, MONGO_DATABASE_PREFIX }: Pick<MongoServiceConfig, 'MONGO_DB' | 'MONGO_DATABASE_PREFIX'>,
  service: string,
): string {
  return MONGO_DB ?? `${MONGO_DATABASE_PREFIX}${service}`;
}

class BrokerConfig {
  /** Where RabbitMQ is: amqp:// or amqps://, with credentials and virtual host. */
  @Matches(/^amqps?:\/\//, { message: 'AMQP_URL must be an amqp:// or amqps:// address' })
  AMQP_URL: string;
}

/** What every process needs. Durations are in milliseconds. */
export class ServiceConfig extends BrokerConfig {
  /** The port of health checks and metrics; 0 means any free port. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  ADMIN_PORT = 0;

  @IsString()
  ADMIN_HOST = '127.0.0.1';

  @IsIn(LOG_LEVELS)
  LOG_LEVEL: LogLevel = 'info';

  /** The deadline of a call to another service, unless the caller sets another one. */
  @Type(() => Number)
  @IsInt()
  @Min(50)
  @Max(600_000)
  RPC_TIMEOUT_MS = 5_000;

  /** How long running work may take to finish after a signal to stop. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(600_000)
  SHUTDOWN_GRACE_MS = 10_000;

  /** Scales the delays between the attempts to handle an event. It must be the same in all services. */
  @Type(() => Number)
  @IsNumber()
  @Min(0.001)
  @Max(1_000)
  RETRY_DELAY_FACTOR = 1;

  /**
   * Where traces are sent: an OpenTelemetry collector, or anything else that accepts OTLP over HTTP in JSON. Unless it is
   * set, no traces are made.
   */
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

  /** The time between two batches of spans. */
  @Type(() => Number)
  @IsInt()
  @Min(50)
  @Max(60_000)
  OTEL_BSP_SCHEDULE_DELAY = 5_000;
}

/** A process that limits how often people may do something. */
export class RateLimitedConfig extends ServiceConfig {
  /** `off` for benchmarks and load tests on loopback. */
  @IsIn(['on', 'off'])
  RATE_LIMITS: 'on' | 'off' = 'on';
}

/** A service that keeps documents. */
export class MongoServiceConfig extends RateLimitedConfig {
  @Matches(/^mongodb(\+srv)?:\/\//, { message: 'MONGO_URL must be a mongodb:// or mongodb+srv:// address' })
  MONGO_URL: string;

  /** The name of each database is this and the service's, so that two installations can share one server. */
  @Matches(/^[\w-]{1,40}$/)
  MONGO_DATABASE_PREFIX = 'inner_weather_';

  /** Another name for this service's database, without the prefix. */
  @IsOptional()
  @Matches(/^[\w-]{1,63}$/)
  MONGO_DB?: string;

  /**
   * A text file with the master keys, which encrypt people's data keys: one `<id>:<32 bytes in base64>` per line. The
   * first one encrypts new data keys; the others only decrypt.
   */
  @IsString({ message: 'MASTER_KEYS_FILE must name a file' })
  MASTER_KEYS_FILE: string;
}

/** A service whose documents people change. */
export class LimitedServiceConfig extends MongoServiceConfig {
  /** Of one user; all changes that this service stores count together. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  WRITES_PER_MINUTE = 120;
}

export const readDatabaseConfig = (): DatabaseConfig => parseConfig(DatabaseConfig, process.env);

/** For commands that need only the broker. */
export function brokerUrl(): string {
  return parseConfig(BrokerConfig, process.env).AMQP_URL;
}

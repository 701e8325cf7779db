import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { plainToInstance, Transform, Type } from 'class-transformer';
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
 * Reads the environment variables that a class declares, from this process's environment unless another is given. An empty variable counts as absent. `<NAME>_FILE` can name a
 * file that contains the value, which keeps secrets out of the environment. Throws an Error that names each missing or
 * invalid variable, but never its value.
 */
export function parseConfig<T extends object>(type: new () => T, env: NodeJS.ProcessEnv = process.env): T {
  const values = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  for (const name of Object.keys(new type())) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    if (values[name] !== undefined) throw new Error(`Configuration: ${name} and ${name}_FILE are both set`);
    values[name] = readValue(`${name}_FILE`, file);
  }
  const config = plainToInstance(type, values, { exposeDefaultValues: true });
  const problems = validateSync(config, { whitelist: true, forbidUnknownValues: true });
  if (problems.length > 0) {
    const messages = problems.map(
      (problem) => Object.values(problem.constraints ?? {})[0] ?? problem.property,
    );
    throw new Error(`Configuration: ${messages.join('; ')}`);
  }
  return config;
}

/** The content of a file without the final line break that editors add. */
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

/** The public address. A path is refused: the page, its cookies and the links in mails assume the root of a host. */
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

/**
 * The address to listen on. `::` takes requests over IPv4 as well, but cannot be opened where the machine has no IPv6:
 * there 0.0.0.0 takes its place.
 */
export function openable(host: unknown, interfaces = networkInterfaces()): unknown {
  if (host !== '::') return host;
  const addresses = Object.values(interfaces).flatMap((all) => all ?? []);
  return addresses.some(({ family }) => family === 'IPv6') ? host : '0.0.0.0';
}

/** An address to listen on: see openable. */
export function IsHost(): PropertyDecorator {
  return (target, name) => {
    Transform(({ value }: { value: unknown }) => openable(value))(target, name);
    IsString()(target, name);
  };
}

/** For commands that need the database only. */
export class DatabaseConfig {
  @Matches(/^mongodb(\+srv)?:\/\//, { message: 'MONGO_URL must be a mongodb:// or mongodb+srv:// address' })
  MONGO_URL: string;

  @Matches(/^[\w-]{1,40}$/)
  MONGO_DATABASE_PREFIX = 'inner_weather_';
}

/** For commands that need the keys of a service's documents. */
export class KeysConfig extends DatabaseConfig {
  @IsOptional()
  @Matches(/^[\w-]{1,63}$/)
  MONGO_DB?: string;

  @IsString({ message: 'MASTER_KEYS_FILE must name a file' })
  MASTER_KEYS_FILE: string;
}

/** `MONGO_DB`, or else the prefix followed by the service's name. */
export function databaseName(
  { MONGO_DB, MONGO_DATABASE_PREFIX }: Pick<KeysConfig, 'MONGO_DB' | 'MONGO_DATABASE_PREFIX'>,
  service: string,
): string {
  return MONGO_DB ?? `${MONGO_DATABASE_PREFIX}${service}`;
}

/** For commands that need the broker only. */
export class BrokerConfig {
  /** The address of RabbitMQ, with credentials and virtual host. */
  @Matches(/^amqps?:\/\//, { message: 'AMQP_URL must be an amqp:// or amqps:// address' })
  AMQP_URL: string;
}

/** The configuration of every process. Durations are in milliseconds. */
export class ServiceConfig extends BrokerConfig {
  /** The port for health checks and metrics; 0 means any free port. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  ADMIN_PORT = 0;

  @IsHost()
  ADMIN_HOST = '127.0.0.1';

  @IsIn(LOG_LEVELS)
  LOG_LEVEL: LogLevel = 'info';

  /** The default timeout of a call to another service. */
  @Type(() => Number)
  @IsInt()
  @Min(50)
  @Max(600_000)
  RPC_TIMEOUT_MS = 5_000;

  /** How long running work may take to finish after a stop signal. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(600_000)
  SHUTDOWN_GRACE_MS = 10_000;

  /** Scales the delays between attempts to handle an event. Must be the same in all services. */
  @Type(() => Number)
  @IsNumber()
  @Min(0.001)
  @Max(1_000)
  RETRY_DELAY_FACTOR = 1;

  /**
   * The OpenTelemetry collector, or any other server that accepts OTLP over HTTP in JSON. If absent, tracing is off.
   */
  @IsOptional()
  @IsUrl(
    { protocols: ['http', 'https'], require_tld: false, require_protocol: true },
    { message: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address' },
  )
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** The share of traces that are sampled. */
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

/** A process with rate limits. */
export class RateLimitedConfig extends ServiceConfig {
  /** `off` is for benchmarks and load tests on loopback. */
  @IsIn(['on', 'off'])
  RATE_LIMITS: 'on' | 'off' = 'on';
}

/** A service with a database. */
export class MongoServiceConfig extends RateLimitedConfig {
  @Matches(/^mongodb(\+srv)?:\/\//, { message: 'MONGO_URL must be a mongodb:// or mongodb+srv:// address' })
  MONGO_URL: string;

  /** The prefix of every database name, so that two installations can share one server. */
  @Matches(/^[\w-]{1,40}$/)
  MONGO_DATABASE_PREFIX = 'inner_weather_';

  /** Replaces the name of this service's database, prefix included. */
  @IsOptional()
  @Matches(/^[\w-]{1,63}$/)
  MONGO_DB?: string;

  /**
   * A text file with the master keys, which encrypt the users' data keys: one `<id>:<32 bytes in base64>` per line. The
   * first key encrypts new data keys; the others only decrypt.
   */
  @IsString({ message: 'MASTER_KEYS_FILE must name a file' })
  MASTER_KEYS_FILE: string;
}

/** A service whose documents users change. */
export class LimitedServiceConfig extends MongoServiceConfig {
  /** Changes of one person to entries, to the account, and to reminders, each. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  WRITES_PER_MINUTE = 120;
}

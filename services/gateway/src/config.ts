import { AUTHOR_URL } from '@inner-weather/domain/author';
import type { HelpLineDto } from '@inner-weather/contracts/insights/help-lines.dto';
import { IsHost, IsPublicUrl, RateLimitedConfig } from '@inner-weather/platform/config';
import { isAddressOrNetwork } from '@inner-weather/platform/limits/network';
import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';
import { BadHelpLines, readHelpLines } from './help-lines/read-help-lines.js';

export class GatewayConfig extends RateLimitedConfig {
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 8080;

  @IsHost()
  HOST = '127.0.0.1';

  /**
   * Milliseconds for which a stopping gateway still serves requests and closes each connection after its next answer. It
   * must be as long as a load balancer needs to notice that this gateway is no longer ready.
   */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(300_000)
  DRAIN_MS = 0;

  /** The address that people use. With https, cookies are Secure and browsers are told to stay with https. */
  @IsOptional()
  @IsPublicUrl()
  PUBLIC_URL?: string;

  /**
   * Comma-separated host names that are accepted besides the one in PUBLIC_URL; *.example.org accepts all subdomains of
   * example.org. Loopback names and IP addresses are always accepted: see http/host.ts.
   */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? readNames(value) : value))
  @Matches(/^(\*\.)?[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/, {
    each: true,
    message: 'ALLOWED_HOSTS must be names of hosts, with commas and without ports',
  })
  ALLOWED_HOSTS: string[] = [];

  /** The proxies whose forwarding headers are trusted: false, true, a number of hops, or comma-separated addresses. */
  @Transform(({ value }: { value: unknown }) => readTrust(String(value)))
  @ValidateBy({
    name: 'isTrust',
    validator: {
      validate: isTrust,
      defaultMessage: () =>
        'TRUST_PROXY must be true, false, a number of hops, or addresses and networks with commas',
    },
  })
  TRUST_PROXY: boolean | number | string = false;

  /** Milliseconds within which a whole request must arrive, including its body; its head within a third of that. */
  @Type(() => Number)
  @IsInt()
  @Min(300)
  @Max(600_000)
  REQUEST_TIMEOUT_MS = 30_000;

  /** Milliseconds after which an answer is aborted if its client reads no more of it. */
  @Type(() => Number)
  @IsInt()
  @Min(300)
  @Max(600_000)
  UNREAD_TIMEOUT_MS = 20_000;

  /** Reads of one person, by session or access token, at one gateway; ten times as many of photos, counted apart. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  READS_PER_MINUTE = 600;

  /** Malformed or invalid bodies of one network, or of one person with a known browser, at one gateway. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  BAD_BODIES_PER_MINUTE = 300;

  /** Public keys, PEM blocks one after the other: several while keys are rotated. */
  @IsString({ message: 'JWT_PUBLIC_KEYS_FILE must name a file' })
  JWT_PUBLIC_KEYS_FILE: string;

  /** The folder of the built UI; without it only the API is served. */
  @IsOptional()
  @IsString()
  WEB_DIST?: string;

  /** The source code that the footer links to. Modified versions of Inner Weather link to their own. */
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  AUTHOR_URL = AUTHOR_URL;

  /** Whether "This device is shared" is set at first when users log in, as for a library or a family's computer. */
  @Transform(({ value }: { value: unknown }) => readBoolean(value))
  @IsBoolean({ message: 'SHARED_DEVICES must be true or false' })
  SHARED_DEVICES = false;

  /** Whether other services have the same host name, on other ports or paths. The cookie `token` is then left to them. */
  @Transform(({ value }: { value: unknown }) => readBoolean(value))
  @IsBoolean({ message: 'SHARED_HOST must be true or false' })
  SHARED_HOST = false;

  /**
   * Help lines for people who think of harming themselves, as JSON (docs/self-harm.md). They replace the built-in ones.
   */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? readHelpLines(value) : value))
  @ValidateBy({
    name: 'isHelpLines',
    validator: {
      validate: (value) => !(value instanceof BadHelpLines),
      defaultMessage: (about?: ValidationArguments) =>
        `HELP_LINES ${about?.value instanceof BadHelpLines ? about.value.why : ''}`,
    },
  })
  HELP_LINES?: HelpLineDto[];
}

function readTrust(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value;
}

const readBoolean = (value: unknown): unknown =>
  value === 'true' || value === 'false' ? value === 'true' : value;

const readNames = (value: string): string[] =>
  value
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());

/** Checks the value here, because the HTTP server would refuse it with an error that quotes it. */
function isTrust(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'boolean' || typeof value === 'number';
  return value
    .split(',')
    .map((part) => part.trim())
    .every((part) => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isAddressOrNetwork(part));
}

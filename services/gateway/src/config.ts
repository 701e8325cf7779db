import { isIP } from 'node:net';
import type { HelpLineDto } from '@inner-weather/contracts/help-lines.dto';
import { parseConfig, ServiceConfig } from '@inner-weather/platform/config';
import { Transform, Type } from 'class-transformer';
import {
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Max,
  Min,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';
import { BadHelpLines, readHelpLines } from './help-lines/read-help-lines.js';

export class GatewayConfig extends ServiceConfig {
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 8080;

  @IsString()
  HOST = '127.0.0.1';

  /** The address that people use. With https, cookies are Secure and browsers are told to stay with https. */
  @IsOptional()
  @IsUrl({ protocols: ['http', 'https'], require_tld: false, require_protocol: true })
  PUBLIC_URL?: string;

  /** Which proxies may say where a request came from: false, true, a number of hops, or addresses with commas. */
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

  /** Public keys, PEM blocks one after the other: several while keys are rotated. */
  @IsString({ message: 'JWT_PUBLIC_KEYS_FILE must name a file' })
  JWT_PUBLIC_KEYS_FILE: string;

  /** The folder of the built UI; without it only the API is served. */
  @IsOptional()
  @IsString()
  WEB_DIST?: string;

  /**
   * Help lines for who thinks of harming themselves, as JSON (docs/self-harm.md), in place of the built-in ones.
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

/** What the HTTP server would refuse at the start, quoting it. */
function isTrust(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'boolean' || typeof value === 'number';
  return value.split(',').every((part) => {
    const [address = '', bits = '0', ...more] = part.trim().split('/');
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true;
    return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && more.length === 0;
  });
}

export const readConfig = (): GatewayConfig => parseConfig(GatewayConfig, process.env);

import { LimitedServiceConfig, parseConfig } from '@inner-weather/platform/config';
import { Type } from 'class-transformer';
import { IsInt, IsString, Max, Min, MinLength } from 'class-validator';

export class AuthConfig extends LimitedServiceConfig {
  /** A file with the RSA key that signs tokens, in PEM, 2,048 bits or more. Nobody but this service has it. */
  @IsString({ message: 'JWT_PRIVATE_KEY_FILE must name a file' })
  @MinLength(1)
  JWT_PRIVATE_KEY_FILE: string;

  /** From one address. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  SIGNUPS_PER_HOUR = 30;

  /** Of one account from one address. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  FAILED_LOGINS_PER_15_MIN = 10;

  /** From one address, for all accounts together. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  FAILED_LOGINS_PER_ADDRESS_PER_15_MIN = 100;

  /** Of one account from everywhere but the addresses that it has come in from before. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  FAILED_LOGINS_PER_ACCOUNT_PER_15_MIN = 100;
}

export const readConfig = (): AuthConfig => parseConfig(AuthConfig, process.env);

import { REGISTRATION_MODES, type RegistrationMode } from '@inner-weather/contracts/recovery.dto';
import { LimitedServiceConfig, parseConfig } from '@inner-weather/platform/config';
import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';

export class AuthConfig extends LimitedServiceConfig {
  /** A file with the RSA key that signs tokens, in PEM, 2,048 bits or more. Nobody but this service has it. */
  @IsString({ message: 'JWT_PRIVATE_KEY_FILE must name a file' })
  @MinLength(1)
  JWT_PRIVATE_KEY_FILE: string;

  /** Who may sign up: everybody, who has an invitation, nobody. The first account of all can always be made. */
  @IsIn(REGISTRATION_MODES)
  REGISTRATION: RegistrationMode = 'open';

  /** The address that people use, for links in mails. */
  @ValidateIf(({ PUBLIC_URL, SMTP_URL }: AuthConfig) => Boolean(PUBLIC_URL ?? SMTP_URL))
  @IsUrl(
    { protocols: ['http', 'https'], require_tld: false, require_protocol: true },
    {
      message: 'PUBLIC_URL must be the http or https address that people use; mails need it for their links',
    },
  )
  PUBLIC_URL?: string;

  /** How mail is sent, with credentials: smtp:// or smtps://. Without it links are made by `npm run admin`. */
  @IsOptional()
  @Matches(/^smtps?:\/\//, { message: 'SMTP_URL must be an smtp:// or smtps:// address' })
  SMTP_URL?: string;

  @IsString()
  MAIL_FROM = 'Inner Weather <journal@localhost>';

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

/** Of the administrator's command line. */
export class AdminConfig {
  @Matches(/^mongodb(\+srv)?:\/\//, { message: 'MONGO_URL must be a mongodb:// or mongodb+srv:// address' })
  MONGO_URL: string;

  @IsString()
  MONGO_DB = 'inner_weather_auth';

  /** What the links begin with. */
  @IsString()
  PUBLIC_URL = 'http://localhost:8080';
}

export const readAdminConfig = (): AdminConfig => parseConfig(AdminConfig, process.env);

export const readConfig = (): AuthConfig => parseConfig(AuthConfig, process.env);

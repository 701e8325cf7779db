import {
  REGISTRATION_MODES,
  type RegistrationMode,
} from '@inner-weather/contracts/accounts/registration.dto';
import { MinLength } from '@inner-weather/contracts/validation/validators';
import { DatabaseConfig, IsPublicUrl, LimitedServiceConfig } from '@inner-weather/platform/config';
import { Transform, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';
import { IsSender } from './sender.js';
import { BadProviders, type OidcProvider, readProviders } from './oidc-provider.js';

export class AuthConfig extends LimitedServiceConfig {
  /** A file with the RSA key that signs tokens, in PEM, 2,048 bits or more. Only this service has it. */
  @IsString({ message: 'JWT_PRIVATE_KEY_FILE must name a file' })
  @MinLength(1)
  JWT_PRIVATE_KEY_FILE: string;

  /** Who may sign up: everyone, users with an invitation, or no one. The first account can always be created. */
  @IsIn(REGISTRATION_MODES)
  REGISTRATION: RegistrationMode = 'open';

  /** The address that people use, for links in mails and the way back from providers. Passkeys are made for its host. */
  @ValidateIf(({ PUBLIC_URL, SMTP_URL, OIDC_PROVIDERS }: AuthConfig) =>
    Boolean(PUBLIC_URL ?? SMTP_URL ?? OIDC_PROVIDERS[0]),
  )
  @IsPublicUrl()
  PUBLIC_URL?: string;

  /** How mail is sent, with credentials: smtp:// or smtps://. Without it links are made by `npm run admin`. */
  @IsOptional()
  @Matches(/^smtps?:\/\//, { message: 'SMTP_URL must be an smtp:// or smtps:// address' })
  SMTP_URL?: string;

  /** The sender of mails. Only the person who runs the journal knows an address that the mail server lets it use. */
  @ValidateIf(({ SMTP_URL }: AuthConfig) => Boolean(SMTP_URL))
  @IsSender()
  MAIL_FROM?: string;

  /** The providers of OpenID Connect with which people can sign in, as JSON: see oidc-provider.ts. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? readProviders(value) : value))
  @ValidateBy({
    name: 'isProviders',
    validator: {
      validate: (value) => !(value instanceof BadProviders),
      defaultMessage: (about?: ValidationArguments) =>
        `OIDC_PROVIDERS ${about?.value instanceof BadProviders ? about.value.why : ''}`,
    },
  })
  OIDC_PROVIDERS: OidcProvider[] = [];

  /** Whether people can sign in and up with a password. `off`: only at a provider. */
  @ValidateBy({
    name: 'isPasswordLogin',
    validator: {
      validate: (value, about?: ValidationArguments) =>
        value === 'on' || (value === 'off' && hasProviders(about?.object)),
      defaultMessage: () => 'PASSWORD_LOGIN must be on, or off where OIDC_PROVIDERS has a provider',
    },
  })
  PASSWORD_LOGIN: 'on' | 'off' = 'on';

  /** Sign-ups from one network. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  SIGNUPS_PER_HOUR = 30;

  /** Failed logins of one account from one network or known browser; wrong passwords and codes within one account. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  FAILED_LOGINS_PER_15_MIN = 10;

  /** Failed logins from one network, for all accounts together. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  FAILED_LOGINS_PER_ADDRESS_PER_15_MIN = 100;

  /** Failed logins of one account, from all networks together that it has not used for 90 days. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  FAILED_LOGINS_PER_ACCOUNT_PER_15_MIN = 100;
}

function hasProviders(config: object | undefined): boolean {
  const { OIDC_PROVIDERS } = (config ?? {}) as Partial<AuthConfig>;
  return Array.isArray(OIDC_PROVIDERS) && OIDC_PROVIDERS.length > 0;
}

/** For the administrator's command line. */
export class AdminConfig extends DatabaseConfig {
  @IsOptional()
  @IsString()
  MONGO_DB?: string;

  /** What the links begin with. */
  @IsPublicUrl()
  PUBLIC_URL = 'http://localhost:8080';
}

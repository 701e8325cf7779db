import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Length } from '@inner-weather/contracts/validation/validators';
import { recipientOf } from '@inner-weather/platform/recipient';
import { plainToInstance } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, IsString, Matches, ValidateBy, validateSync } from 'class-validator';

/** How the journal shows the provider its secret. */
const CLIENT_AUTHENTICATIONS = ['client_secret_basic', 'client_secret_post'] as const;

/** A provider of OpenID Connect, as OIDC_PROVIDERS describes it. */
export class OidcProvider {
  /** In the addresses of its sign-in, so it must not change. */
  @Matches(/^[a-z0-9][a-z0-9-]{0,39}$/, { message: 'must be small letters, digits and hyphens' })
  id: string;

  /** On the button. */
  @Length(1, 40, { message: 'must have 1 to 40 characters' })
  @IsString({ message: 'must be text' })
  name: string;

  @ValidateBy({
    name: 'isIssuer',
    validator: {
      validate: isIssuer,
      defaultMessage: () =>
        'must be an https address (http on loopback only), without a query; an http address inside belongs in discovery',
    },
  })
  issuer: string;

  /**
   * Where this server reaches the provider, if it cannot at `issuer`: an address in the same network, also http, or the
   * proxy's own. Without a path, the one of `issuer` counts.
   */
  @IsOptional()
  @ValidateBy({
    name: 'isDiscovery',
    validator: {
      validate: isDiscovery,
      defaultMessage: () => 'must be an https address, or http in this network only, without a query',
    },
  })
  discovery?: string;

  @Length(1, 300, { message: 'must have 1 to 300 characters' })
  @IsString({ message: 'must be text' })
  clientId: string;

  /** Absent for a public client, which has PKCE alone. */
  @IsOptional()
  @Length(1, 1_000, { message: 'must have 1 to 1,000 characters' })
  @IsString({ message: 'must be text' })
  clientSecret?: string;

  @IsOptional()
  @IsIn(CLIENT_AUTHENTICATIONS, { message: `must be ${CLIENT_AUTHENTICATIONS.join(' or ')}` })
  clientAuthentication: (typeof CLIENT_AUTHENTICATIONS)[number] = 'client_secret_basic';

  /** With spaces. */
  @Matches(/^(?:[!-~]+ )*openid(?: [!-~]+)*$/, { message: 'must be scopes with spaces, openid among them' })
  scopes = 'openid profile email';

  /** The claim that lists the person's groups or roles: its name, or names with dots down to it. */
  @Length(1, 100, { message: 'must have 1 to 100 characters' })
  @IsString({ message: 'must be text' })
  groupsClaim = 'groups';

  /** Its members administer the installation. */
  @IsOptional()
  @Length(1, 200, { message: 'must have 1 to 200 characters' })
  @IsString({ message: 'must be text' })
  adminGroup?: string;

  /**
   * Whether its addresses count as verified although it does not say so. Only for a provider whose administrator sets
   * them: where people choose their own, anyone could take the address of another.
   */
  @IsBoolean({ message: 'must be true or false' })
  trustEmail = false;

  /** Whether the login page leads to it at once. For one provider only. */
  @IsBoolean({ message: 'must be true or false' })
  auto = false;

  /** Whether people who have no account yet may sign up, as REGISTRATION allows. */
  @IsBoolean({ message: 'must be true or false' })
  signUp = true;
}

/** Why a list of providers was refused. Contains nothing from the list but the names of its fields. */
export class BadProviders {
  constructor(readonly why: string) {}
}

/** Reads OIDC_PROVIDERS: a JSON array with a provider or more. */
export function readProviders(json: string): OidcProvider[] | BadProviders {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return new BadProviders('is not JSON');
  }
  if (!Array.isArray(parsed)) return new BadProviders('is not a list of providers');
  const providers: OidcProvider[] = [];
  for (const [index, item] of parsed.entries()) {
    const provider = readProvider(item);
    if (typeof provider === 'string') return new BadProviders(`no. ${index + 1}: ${provider}`);
    if (providers.some(({ id }) => id === provider.id))
      return new BadProviders(`no. ${index + 1}: id is that of another provider`);
    if (provider.auto && providers.some(({ auto }) => auto))
      return new BadProviders(`no. ${index + 1}: auto is true for another provider`);
    providers.push(provider);
  }
  return providers;
}

/** Answers what is wrong, if something is. */
function readProvider(item: unknown): OidcProvider | string {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return 'must be an object';
  const { clientSecretFile, ...fields } = item as Record<string, unknown>;
  if (clientSecretFile !== undefined) {
    if (fields.clientSecret !== undefined) return 'clientSecret and clientSecretFile are both set';
    const secret = readSecret(clientSecretFile);
    if (secret === undefined) return 'clientSecretFile must name a file that can be read';
    fields.clientSecret = secret;
  }
  const provider = plainToInstance(OidcProvider, fields, { exposeDefaultValues: true });
  const [wrong] = validateSync(provider, { whitelist: true, forbidNonWhitelisted: true });
  if (!wrong) return provider;
  const { whitelistValidation, ...constraints } = wrong.constraints ?? {};
  return whitelistValidation
    ? `${wrong.property.slice(0, 40)} is not a field of a provider`
    : `${wrong.property} ${Object.values(constraints)[0] ?? 'is wrong'}`;
}

function readSecret(file: unknown): string | undefined {
  try {
    return readFileSync(String(file), 'utf8').replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}

function isIssuer(value: unknown): boolean {
  return isPlainAddress(value, isOnLoopback);
}

function isDiscovery(value: unknown): boolean {
  return isPlainAddress(value, (address) => recipientOf(address) === undefined);
}

/** @param mayBeHttp whether an address may do without encryption */
function isPlainAddress(value: unknown, mayBeHttp: (address: string) => boolean): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, search, hash, username, password } = new URL(value);
  if (`${search}${hash}${username}${password}` !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && mayBeHttp(value));
}

/** Whether an address stays on this machine, where it needs no encryption. */
export function isOnLoopback(address: string): boolean {
  const name = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}

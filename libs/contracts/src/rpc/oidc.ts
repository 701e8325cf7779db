import { IsOptional, IsString } from 'class-validator';
import { CurrentPasswordDto } from '../accounts/current-password.dto.js';
import { BeginOidcDto, OidcConnectionDto, OidcSignUpDto } from '../accounts/oidc.dto.js';
import { IsId, Nested } from '../validation/fields.js';
import { MaxLength } from '../validation/validators.js';
import type { SessionGrant } from './auth.js';
import { ClientInfo, ClientRequest, SessionRequest } from './requests.js';

/** Where a provider is in this installation's configuration. */
class ProviderRequest extends ClientRequest {
  @IsId()
  provider: string;
}

export class BeginOidcRequest extends ProviderRequest {
  @Nested(BeginOidcDto)
  begin: BeginOidcDto;

  /** The value of the browser's cookie `oidc`, if any: all its sign-ins have the same. Older gateways send none. */
  @IsOptional()
  @IsId()
  browser?: string;

  /** The sender's account and session, if there is one. */
  @IsOptional()
  @IsString()
  userId?: string;

  @IsOptional()
  @IsId()
  sessionId?: string;
}

export interface BegunOidc {
  url: string;
  /** The new value of the browser's cookie `oidc`. */
  flow: string;
}

export class FinishOidcRequest extends ProviderRequest {
  /** The value of the browser's cookie `oidc`, if any. */
  @IsOptional()
  @IsId()
  flow?: string;

  /** What the provider added to the address of the callback, without the question mark. */
  @IsString()
  @MaxLength(8_000)
  query: string;
}

export class EndFromProviderRequest extends ProviderRequest {
  /** A JWT of the provider. */
  @IsString()
  @MaxLength(4_096)
  logoutToken: string;
}

/** How a sign-in at a provider ended. */
export interface FinishedOidc {
  /** The page that is shown next. */
  page: string;
  /** If it did not work: the code of the problem that the page words. */
  problem?: string;
  grant?: SessionGrant;
  /** The new value of the browser's cookie `oidc`, if the person is new and the page asks for more. */
  flow?: string;
}

export class PendingRequest {
  /** The value of the browser's cookie `oidc`. */
  @IsId()
  flow: string;

  /** Which of the browser's sign-ins: the page of FinishedOidc has it in its address. */
  @IsOptional()
  @IsId()
  id?: string;
}

export class OidcSignUpRequest extends PendingRequest {
  @Nested(OidcSignUpDto)
  user: OidcSignUpDto;

  @Nested(ClientInfo)
  client: ClientInfo;
}

export class OidcConnectionRequest extends PendingRequest {
  @Nested(OidcConnectionDto)
  proof: OidcConnectionDto;

  @Nested(ClientInfo)
  client: ClientInfo;
}

export class RemoveIdentityRequest extends SessionRequest {
  @IsId()
  provider: string;

  @Nested(CurrentPasswordDto)
  proof: CurrentPasswordDto;
}

export class LeaveProviderRequest {
  /** A session that its own browser has just ended. */
  @IsId()
  sessionId: string;
}

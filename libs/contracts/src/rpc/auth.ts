import { IsOptional, IsString } from 'class-validator';
import { MaxLength } from '../validation/validators.js';
import type { AccessTokenDto } from '../accounts/access-tokens.dto.js';
import {
  type InvitationDto,
  type NewInvitationDto,
  type RegistrationDto,
  SignUpDto,
} from '../accounts/registration.dto.js';
import { type OpenSessionDto, type SessionUserDto } from '../accounts/sessions.dto.js';
import { LoginDto } from '../accounts/sign-in.dto.js';
import { DeleteAccountDto, type DeviceKeyDto, UpdateUserDto, type UserDto } from '../accounts/users.dto.js';
import { LIMITS } from '@inner-weather/domain/limits';
import type { PendingIdentityDto, ProviderPageDto, SignInMethodsDto } from '../accounts/oidc.dto.js';
import type { PasskeyDto } from '../accounts/passkeys.dto.js';
import type { EmailProofDto } from '../accounts/email-proofs.dto.js';
import { RequestResetDto, ResetPasswordDto } from '../accounts/recovery.dto.js';
import type { RestorationDto } from '../about.dto.js';
import {
  BeginSecondFactorDto,
  ConfirmSecondFactorDto,
  type NewSecondFactorDto,
  type RecoveryCodesDto,
  type SecondFactorDto,
  SecondFactorProofDto,
} from '../accounts/second-factor.dto.js';
import { type AccountPageDto, type NewResetLinkDto } from '../administration/accounts.dto.js';
import { type InstallationDto, type TestedMailDto } from '../administration/installation.dto.js';
import type {
  AccountRequest,
  ChangeInstallationRequest,
  CreateResetLinkRequest,
  ListAccountsRequest,
  SetAdministratorRequest,
} from './administration.js';
import type {
  BeginOidcRequest,
  BegunOidc,
  EndFromProviderRequest,
  FinishOidcRequest,
  FinishedOidc,
  LeaveProviderRequest,
  OidcConnectionRequest,
  OidcSignUpRequest,
  PendingRequest,
  RemoveIdentityRequest,
} from './oidc.js';
import type { AccessTokenCalls } from './access-tokens.js';
import type { PasskeyCalls } from './passkeys.js';
import {
  ClientInfo,
  ClientRequest,
  type NoRequest,
  OwnerRequest,
  SessionRequest,
  UserRequest,
} from './requests.js';
import { IsId, Nested } from '../validation/fields.js';

/** The credentials of a new or restored session. */
export interface SessionGrant {
  /** The JWT. */
  token: string;
  /** The value of the session cookie: opaque, secret, valid for 30 days after its last use. */
  cookie: string;
  /** Whether the restore moved the session's end, so that the browser has to keep the cookie for longer, too. */
  isRenewed?: true;
  user: SessionUserDto;
  /** The new value of the browser's cookie `device`: opaque, secret, valid for 90 days. */
  device?: string;
}

export class SignUpRequest extends ClientRequest {
  @Nested(SignUpDto)
  user: SignUpDto;
}

export class LoginRequest extends ClientRequest {
  @Nested(LoginDto)
  credentials: LoginDto;
}

export class CookieRequest {
  /** The cookie's value. */
  @IsString()
  @MaxLength(300)
  cookie: string;
}

export class UpdateUserRequest extends UserRequest {
  /** The session of the request. A change of password does not end it. */
  @IsString()
  sessionId: string;

  /** The value of the browser's cookie `device`, so that the browser stays known after a change of password. */
  @IsOptional()
  @IsString()
  @MaxLength(300)
  device?: string;

  @Nested(UpdateUserDto)
  changes: UpdateUserDto;
}

export class DeleteUserRequest extends OwnerRequest {
  @Nested(DeleteAccountDto)
  proof: DeleteAccountDto;
}

export class RequestResetRequest extends RequestResetDto {
  @Nested(ClientInfo)
  client: ClientInfo;
}

export class ResetPasswordRequest extends ClientRequest {
  @Nested(ResetPasswordDto)
  reset: ResetPasswordDto;
}

/** Authorized by a session of the account (`userId`) or by its password. */
export class ProveEmailRequest extends ClientRequest {
  @IsString()
  @MaxLength(LIMITS.tokenMax)
  token: string;

  @IsOptional()
  @IsString()
  userId?: string;

  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.passwordMax)
  currentPassword?: string;
}

export class InvitationRequest extends UserRequest {
  @IsId()
  invitationId: string;
}

export class EndSessionRequest extends UserRequest {
  /** The session to end. */
  @IsId()
  sessionId: string;
}

export class BeginSecondFactorRequest extends OwnerRequest {
  @Nested(BeginSecondFactorDto)
  proof: BeginSecondFactorDto;
}

export class ConfirmSecondFactorRequest extends SessionRequest {
  @Nested(ConfirmSecondFactorDto)
  proof: ConfirmSecondFactorDto;
}

export class SecondFactorRequest extends SessionRequest {
  @Nested(SecondFactorProofDto)
  proof: SecondFactorProofDto;
}

export class RevokedSessionsRequest {
  /** The last session of the previous page. Absent for the first page. */
  @IsOptional()
  @IsId()
  after?: string;
}

export interface UpdateUserAnswer {
  user: UserDto;
  /** A new JWT, if the change affects the contents of the token. */
  token?: string;
}

export interface RevokedSession {
  sessionId: string;
  /** Seconds since the epoch. */
  until: number;
}

/** The account's part of an export. */
export interface AccountExport {
  account: UserDto;
  sessions: OpenSessionDto[];
  accessTokens: AccessTokenDto[];
  passkeys: PasskeyDto[];
  /** The providers that the account is connected with. */
  identities: { provider: string; connectedAt: string }[];
}

/** The calls to auth. */
export interface AuthCalls extends AccessTokenCalls, PasskeyCalls {
  'auth.sign-up': { request: SignUpRequest; answer: SessionGrant };
  /** `second_factor_required` if the password is right and the account also needs a code. */
  'auth.log-in': { request: LoginRequest; answer: SessionGrant };
  /** `unauthenticated` for a cookie that is unknown, expired or revoked. */
  'auth.restore-session': { request: CookieRequest; answer: SessionGrant };
  /** The session that was ended; null for a cookie that names none. */
  'auth.log-out': { request: CookieRequest; answer: { sessionId: string | null } };
  /** The page that ends the session at the provider as well. Answers it once. */
  'auth.leave-provider': { request: LeaveProviderRequest; answer: ProviderPageDto };
  /** `unavailable` if the provider does not answer, `not_found` if there is none with this id. */
  'auth.begin-oidc': { request: BeginOidcRequest; answer: BegunOidc };
  'auth.finish-oidc': { request: FinishOidcRequest; answer: FinishedOidc };
  /** The next three: `not_found` if the sign-in has expired or was finished. */
  'auth.get-pending-identity': { request: PendingRequest; answer: PendingIdentityDto };
  'auth.sign-up-by-oidc': { request: OidcSignUpRequest; answer: SessionGrant };
  'auth.connect-by-password': { request: OidcConnectionRequest; answer: SessionGrant };
  /** The provider says that a person has logged out there. `malformed_request` for a token that is not good. */
  'auth.end-from-provider': { request: EndFromProviderRequest; answer: null };
  'auth.list-identities': { request: SessionRequest; answer: SignInMethodsDto };
  'auth.remove-identity': { request: RemoveIdentityRequest; answer: null };
  'auth.get-user': { request: UserRequest; answer: UserDto };
  'auth.get-device-key': { request: UserRequest; answer: DeviceKeyDto };
  'auth.update-user': { request: UpdateUserRequest; answer: UpdateUserAnswer };
  /** The open sessions, the most recently used first. */
  'auth.list-sessions': { request: SessionRequest; answer: OpenSessionDto[] };
  /** `not_found` for a session that is unknown, has ended, or belongs to another account. */
  'auth.end-session': { request: EndSessionRequest; answer: null };
  /** Ends every session of the user except the one that sends the request. */
  'auth.end-other-sessions': { request: SessionRequest; answer: null };
  'auth.get-second-factor': { request: UserRequest; answer: SecondFactorDto };
  /** `second_factor_active` if there is one already. */
  'auth.begin-second-factor': { request: BeginSecondFactorRequest; answer: NewSecondFactorDto };
  /** The next three: `not_found` if there is nothing to confirm, remove or renew. */
  'auth.confirm-second-factor': { request: ConfirmSecondFactorRequest; answer: RecoveryCodesDto };
  'auth.remove-second-factor': { request: SecondFactorRequest; answer: null };
  'auth.renew-recovery-codes': { request: SecondFactorRequest; answer: RecoveryCodesDto };
  /** The account's part of an export. Counts as one export: `rate_limited` if there were too many. */
  'auth.get-export': { request: SessionRequest; answer: AccountExport };
  /** `invalid_credentials` for a wrong password. Succeeds if the account no longer exists. */
  'auth.delete-user': { request: DeleteUserRequest; answer: null };
  'auth.get-registration': { request: NoRequest; answer: RegistrationDto };
  'auth.get-restoration': { request: NoRequest; answer: RestorationDto };
  /** Responds at once, and in the same way whether or not the account exists. */
  'auth.request-reset': { request: RequestResetRequest; answer: null };
  /** `not_found` for a token that is no longer valid. */
  'auth.reset-password': { request: ResetPasswordRequest; answer: null };
  'auth.get-email-proof': { request: UserRequest; answer: EmailProofDto };
  /** `not_found` if no address is waiting for confirmation. */
  'auth.send-email-proof': { request: UserRequest; answer: null };
  /** `not_found` for a token that is no longer valid, `forbidden` for another account's, `email_taken`. */
  'auth.prove-email': { request: ProveEmailRequest; answer: null };
  /** The next three: `forbidden` unless the user is an administrator. */
  'auth.list-invitations': { request: UserRequest; answer: InvitationDto[] };
  'auth.invite': { request: UserRequest; answer: NewInvitationDto };
  'auth.delete-invitation': { request: InvitationRequest; answer: null };
  /** The administrator's page. `forbidden` unless the user is an administrator at this moment. */
  'auth.get-administrator': { request: UserRequest; answer: null };
  'auth.get-installation': { request: UserRequest; answer: InstallationDto };
  /** `validation_failed` for a wider registration than the configuration's. */
  'auth.change-installation': { request: ChangeInstallationRequest; answer: InstallationDto };
  /** Answers when the mail server has. */
  'auth.send-test-mail': { request: UserRequest; answer: TestedMailDto };
  'auth.list-accounts': { request: ListAccountsRequest; answer: AccountPageDto };
  /** The next three: `not_found` for an account that does not exist. Ends all its sessions, if the link is used. */
  'auth.create-reset-link': { request: CreateResetLinkRequest; answer: NewResetLinkDto };
  'auth.end-account-sessions': { request: AccountRequest; answer: null };
  'auth.set-administrator': { request: SetAdministratorRequest; answer: null };
  /**
   * A page of the revoked sessions that may still have unexpired tokens, in the order in which they ended. A page that
   * is not full is the last one.
   */
  'auth.list-revoked-sessions': { request: RevokedSessionsRequest; answer: RevokedSession[] };
}

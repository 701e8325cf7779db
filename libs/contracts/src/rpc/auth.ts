import { Type } from 'class-transformer';
import { IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { SignUpDto } from '../accounts/registration.dto.js';
import { type OpenSessionDto, type SessionUserDto } from '../accounts/sessions.dto.js';
import { LoginDto } from '../accounts/sign-in.dto.js';
import { DeleteAccountDto, UpdateUserDto, type UserDto } from '../accounts/users.dto.js';
import { LIMITS } from '@inner-weather/domain/limits';
import type { EmailProofDto } from '../accounts/email-proofs.dto.js';
import { RequestResetDto, ResetPasswordDto } from '../accounts/recovery.dto.js';
import {
  type InvitationDto,
  type NewInvitationDto,
  type RegistrationDto,
} from '../accounts/registration.dto.js';
import {
  BeginSecondFactorDto,
  ConfirmSecondFactorDto,
  type NewSecondFactorDto,
  type RecoveryCodesDto,
  type SecondFactorDto,
  SecondFactorProofDto,
} from '../accounts/second-factor.dto.js';
import { type NoRequest, UserRequest } from './requests.js';

/** The client of a request, for rate limits and the list of sessions. */
export class ClientInfo {
  @IsString()
  @MaxLength(64)
  address: string;

  @IsString()
  @MaxLength(300)
  userAgent: string;

  /** The value of the browser's cookie `device`, if any. */
  @IsOptional()
  @IsString()
  @MaxLength(300)
  device?: string;
}

/** The credentials of a new or restored session. */
export interface SessionGrant {
  /** The JWT. */
  token: string;
  /** The value of the session cookie: opaque, secret, valid for 30 days. */
  cookie: string;
  user: SessionUserDto;
  /** The new value of the browser's cookie `device`: opaque, secret, valid for 90 days. */
  device?: string;
}

export class SignUpRequest {
  @ValidateNested()
  @Type(() => SignUpDto)
  user: SignUpDto;

  @ValidateNested()
  @Type(() => ClientInfo)
  client: ClientInfo;
}

export class LoginRequest {
  @ValidateNested()
  @Type(() => LoginDto)
  credentials: LoginDto;

  @ValidateNested()
  @Type(() => ClientInfo)
  client: ClientInfo;
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

  @ValidateNested()
  @Type(() => UpdateUserDto)
  changes: UpdateUserDto;
}

export class DeleteUserRequest extends UserRequest {
  @ValidateNested()
  @Type(() => DeleteAccountDto)
  proof: DeleteAccountDto;
}

export class RequestResetRequest extends RequestResetDto {
  @ValidateNested()
  @Type(() => ClientInfo)
  client: ClientInfo;
}

export class ResetPasswordRequest {
  @ValidateNested()
  @Type(() => ResetPasswordDto)
  reset: ResetPasswordDto;

  @ValidateNested()
  @Type(() => ClientInfo)
  client: ClientInfo;
}

/** Authorized by a session of the account (`userId`) or by its password. */
export class ProveEmailRequest {
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

  @ValidateNested()
  @Type(() => ClientInfo)
  client: ClientInfo;
}

export class InvitationRequest extends UserRequest {
  @IsString()
  @MaxLength(100)
  invitationId: string;
}

export class SessionRequest extends UserRequest {
  /** The session that sends the request. */
  @IsString()
  @MaxLength(100)
  sessionId: string;
}

export class EndSessionRequest extends UserRequest {
  /** The session to end. */
  @IsString()
  @MaxLength(100)
  sessionId: string;
}

export class BeginSecondFactorRequest extends UserRequest {
  @ValidateNested()
  @Type(() => BeginSecondFactorDto)
  proof: BeginSecondFactorDto;
}

export class ConfirmSecondFactorRequest extends SessionRequest {
  @ValidateNested()
  @Type(() => ConfirmSecondFactorDto)
  proof: ConfirmSecondFactorDto;
}

export class SecondFactorRequest extends SessionRequest {
  @ValidateNested()
  @Type(() => SecondFactorProofDto)
  proof: SecondFactorProofDto;
}

export class RevokedSessionsRequest {
  /** The last session of the previous page. Absent for the first page. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
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

/** The calls to auth. */
export interface AuthCalls {
  'auth.sign-up': { request: SignUpRequest; answer: SessionGrant };
  /** `second_factor_required` if the password is right and the account also needs a code. */
  'auth.log-in': { request: LoginRequest; answer: SessionGrant };
  /** `unauthenticated` for a cookie that is unknown, expired or revoked. */
  'auth.restore-session': { request: CookieRequest; answer: SessionGrant };
  'auth.log-out': { request: CookieRequest; answer: null };
  'auth.get-user': { request: UserRequest; answer: UserDto };
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
  'auth.get-export': { request: SessionRequest; answer: { account: UserDto; sessions: OpenSessionDto[] } };
  /** `invalid_credentials` for a wrong password. Succeeds if the account no longer exists. */
  'auth.delete-user': { request: DeleteUserRequest; answer: null };
  'auth.get-registration': { request: NoRequest; answer: RegistrationDto };
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
  /**
   * A page of the revoked sessions that may still have unexpired tokens, in the order in which they ended. A page that
   * is not full is the last one.
   */
  'auth.list-revoked-sessions': { request: RevokedSessionsRequest; answer: RevokedSession[] };
}

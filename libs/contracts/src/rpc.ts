import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Length, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import type { InsightWriterDto } from './about.dto.js';
import { LoginDto, OpenSessionDto, SessionUserDto, SignUpDto, UpdateUserDto, UserDto } from './auth.dto.js';
import { CreateEntryDto, EntryDto, UpdateEntryDto } from './entries.dto.js';
import { ImportEntriesDto, ImportReportDto } from './import.dto.js';
import { InsightJobDto, InsightPageDto } from './insights.dto.js';
import { LIMITS } from './limits.js';
import {
  InvitationDto,
  NewInvitationDto,
  RegistrationDto,
  RequestResetDto,
  ResetPasswordDto,
} from './recovery.dto.js';
import {
  BeginSecondFactorDto,
  ConfirmSecondFactorDto,
  NewSecondFactorDto,
  RecoveryCodesDto,
  SecondFactorDto,
  SecondFactorProofDto,
} from './second-factor.dto.js';
import { IsDay, IsTimeZoneName } from './validators.js';

/*
 * What the gateway and the services ask of each other. Every request class is validated again by the service that
 * answers. A request that changes something carries what makes it safe to arrive twice.
 */

/** Who asks from where: for the limits and for the list of one's sessions. */
export class ClientInfo {
  @IsString()
  @MaxLength(64)
  address: string;

  @IsString()
  @MaxLength(300)
  userAgent: string;
}

/** What a new or restored session hands out. */
export interface SessionGrant {
  /** The JWT. */
  token: string;
  /** The cookie's value: opaque, secret, good for 30 days. */
  cookie: string;
  user: SessionUserDto;
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

export class UserRequest {
  @IsString()
  userId: string;
}

export class UpdateUserRequest extends UserRequest {
  /** The session that asks: it survives a change of password. */
  @IsString()
  sessionId: string;

  @ValidateNested()
  @Type(() => UpdateUserDto)
  changes: UpdateUserDto;
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

export class InvitationRequest extends UserRequest {
  @IsString()
  @MaxLength(100)
  invitationId: string;
}

export class SessionRequest extends UserRequest {
  /** The session that asks. */
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

export interface UpdateUserAnswer {
  user: UserDto;
  /** A fresh JWT, where the change touched what the token holds. */
  token?: string;
}

export class NoRequest {}

export interface RevokedSession {
  sessionId: string;
  /** Seconds since the epoch. */
  until: number;
}

class MutationRequest extends UserRequest {
  /** The client's Idempotency-Key, where it sent one. */
  @IsOptional()
  @IsString()
  @Length(1, LIMITS.idempotencyKeyMax)
  idempotencyKey?: string;
}

export class CreateEntryRequest extends MutationRequest {
  @ValidateNested()
  @Type(() => CreateEntryDto)
  entry: CreateEntryDto;
}

export class EntryRequest extends UserRequest {
  @IsString()
  @MaxLength(100)
  entryId: string;
}

export class UpdateEntryRequest extends EntryRequest {
  @ValidateNested()
  @Type(() => UpdateEntryDto)
  changes: UpdateEntryDto;
}

/**
 * Answers a JSON array of EntryDto, newest first. The reply's meta holds `total`, and `nextCursor` where there is
 * more: after `limit` entries, and also without a limit where the answer would grow beyond 8 MiB (a broker takes 16
 * by default). Whoever wants the whole range asks on until there is no `nextCursor`.
 */
export class SearchEntriesRequest extends UserRequest {
  @IsDay()
  startDate: string;

  @IsDay()
  endDate: string;

  @IsTimeZoneName()
  tz: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LIMITS.searchPageMax)
  limit?: number;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  cursor?: string;
}

/** What is no ImportEntryDto is refused in the answer. Sent again it adds nothing. */
export class ImportEntriesRequest extends ImportEntriesDto {
  @IsString()
  userId: string;
}

export class RequestInsightRequest extends MutationRequest {
  /** The first name, by which the answer greets. */
  @IsString()
  userName: string;

  @IsOptional()
  @IsString()
  @MaxLength(50)
  range?: string;

  @IsTimeZoneName()
  tz: string;
}

export class InsightRequest extends UserRequest {
  @IsString()
  @MaxLength(100)
  jobId: string;
}

export class ListInsightsRequest extends UserRequest {
  @IsInt()
  @Min(1)
  @Max(LIMITS.insightsPageMax)
  limit: number;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  cursor?: string;
}

/** name -> request and answer. The first part of a name is the service that answers it. */
export interface RpcMap {
  'auth.sign-up': { request: SignUpRequest; answer: SessionGrant };
  /** `second_factor_required` where the password is right and the account wants a code, too. */
  'auth.log-in': { request: LoginRequest; answer: SessionGrant };
  /** `unauthenticated` for a cookie that is unknown, expired or revoked. */
  'auth.restore-session': { request: CookieRequest; answer: SessionGrant };
  'auth.log-out': { request: CookieRequest; answer: null };
  'auth.get-user': { request: UserRequest; answer: UserDto };
  'auth.update-user': { request: UpdateUserRequest; answer: UpdateUserAnswer };
  /** Those that are open, the one seen last first. */
  'auth.list-sessions': { request: SessionRequest; answer: OpenSessionDto[] };
  /** `not_found` for a session that is another's, unknown or over. */
  'auth.end-session': { request: EndSessionRequest; answer: null };
  /** Every session of the user but the one that asks. */
  'auth.end-other-sessions': { request: SessionRequest; answer: null };
  'auth.get-second-factor': { request: UserRequest; answer: SecondFactorDto };
  /** `second_factor_active` where there is one already. */
  'auth.begin-second-factor': { request: BeginSecondFactorRequest; answer: NewSecondFactorDto };
  /** These three: `not_found` where there is nothing to confirm, to remove, to renew. */
  'auth.confirm-second-factor': { request: ConfirmSecondFactorRequest; answer: RecoveryCodesDto };
  'auth.remove-second-factor': { request: SecondFactorRequest; answer: null };
  'auth.renew-recovery-codes': { request: SecondFactorRequest; answer: RecoveryCodesDto };
  /** The account's part of an export, of which it counts one: `rate_limited`. */
  'auth.get-export': { request: SessionRequest; answer: { account: UserDto; sessions: OpenSessionDto[] } };
  'auth.delete-user': { request: UserRequest; answer: null };
  'auth.get-registration': { request: NoRequest; answer: RegistrationDto };
  /** Answers at once, and the same whether or not there is such an account. */
  'auth.request-reset': { request: RequestResetRequest; answer: null };
  /** `not_found` for a token that is no good any more. */
  'auth.reset-password': { request: ResetPasswordRequest; answer: null };
  /** These three: `forbidden` for who is no administrator. */
  'auth.list-invitations': { request: UserRequest; answer: InvitationDto[] };
  'auth.invite': { request: UserRequest; answer: NewInvitationDto };
  'auth.delete-invitation': { request: InvitationRequest; answer: null };
  /** Every session that was revoked while tokens of it may still be valid. */
  'auth.list-revoked-sessions': { request: NoRequest; answer: RevokedSession[] };
  'journal.create-entry': { request: CreateEntryRequest; answer: EntryDto };
  'journal.update-entry': { request: UpdateEntryRequest; answer: EntryDto };
  'journal.delete-entry': { request: EntryRequest; answer: null };
  'journal.search-entries': { request: SearchEntriesRequest; answer: EntryDto[] };
  'journal.import-entries': { request: ImportEntriesRequest; answer: ImportReportDto };
  'insights.request': { request: RequestInsightRequest; answer: InsightJobDto };
  /** Who writes insights here. */
  'insights.get-writer': { request: NoRequest; answer: InsightWriterDto };
  'insights.get': { request: InsightRequest; answer: InsightJobDto };
  'insights.list': { request: ListInsightsRequest; answer: InsightPageDto };
}

export type RpcMethod = keyof RpcMap;

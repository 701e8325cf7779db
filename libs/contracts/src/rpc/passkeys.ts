import { CurrentPasswordDto } from '../accounts/current-password.dto.js';
import {
  NewPasskeyDto,
  type PasskeyDto,
  PasskeyLoginDto,
  type PasskeyOptionsDto,
  PasskeyProofDto,
  type PasskeysDto,
  RenamePasskeyDto,
} from '../accounts/passkeys.dto.js';
import { IsId, Nested } from '../validation/fields.js';
import type { SessionGrant } from './auth.js';
import { ClientInfo, ClientRequest, SessionRequest, UserRequest } from './requests.js';

export class BeginPasskeyRequest extends SessionRequest {
  @Nested(PasskeyProofDto)
  proof: PasskeyProofDto;
}

export class AddPasskeyRequest extends SessionRequest {
  @Nested(NewPasskeyDto)
  passkey: NewPasskeyDto;

  /** Names the passkey if its authenticator is not known. */
  @Nested(ClientInfo)
  client: ClientInfo;
}

export class RenamePasskeyRequest extends UserRequest {
  @IsId()
  passkeyId: string;

  @Nested(RenamePasskeyDto)
  change: RenamePasskeyDto;
}

export class RemovePasskeyRequest extends SessionRequest {
  @IsId()
  passkeyId: string;

  @Nested(CurrentPasswordDto)
  proof: CurrentPasswordDto;
}

export class PasskeyLoginRequest extends ClientRequest {
  @Nested(PasskeyLoginDto)
  answer: PasskeyLoginDto;
}

/** The calls to auth about passkeys. All but the first and the removal: `forbidden` where passkeys cannot be used. */
export interface PasskeyCalls {
  /** The newest first. */
  'auth.list-passkeys': { request: UserRequest; answer: PasskeysDto };
  /** `passkey_limit` if there are too many, `second_factor_required` if a code is needed as well. */
  'auth.begin-passkey': { request: BeginPasskeyRequest; answer: PasskeyOptionsDto };
  /** `not_found` if its challenge has expired or was used, `validation_failed` for an answer that is not right. */
  'auth.add-passkey': { request: AddPasskeyRequest; answer: PasskeyDto };
  /** The next two: `not_found` for a passkey that is unknown, was removed, or belongs to another account. */
  'auth.rename-passkey': { request: RenamePasskeyRequest; answer: PasskeyDto };
  'auth.remove-passkey': { request: RemovePasskeyRequest; answer: null };
  /** The same for everyone, so that it tells nothing of an account. */
  'auth.get-passkey-challenge': { request: ClientRequest; answer: PasskeyOptionsDto };
  /** `invalid_credentials`, for whatever reason. */
  'auth.log-in-by-passkey': { request: PasskeyLoginRequest; answer: SessionGrant };
}

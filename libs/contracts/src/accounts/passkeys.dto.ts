import { PickType } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, Matches } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { Doc, TIME, TIME_OR_NULL } from '../validation/documented.js';
import { IsBase64Url, IsCode, IsLine } from '../validation/fields.js';
import { MayBeAbsent, says } from '../validation/validators.js';
import { CurrentPasswordDto } from './current-password.dto.js';

/**
 * Why passkeys cannot be used in this installation: PUBLIC_URL is missing, is an http address other than localhost, or
 * has an IP address (https://www.w3.org/TR/webauthn-3/#rp-id); or people sign in only at a provider.
 */
const PASSKEY_OBSTACLES = ['no_address', 'no_https', 'ip_address', 'only_providers'] as const;

export type PasskeyObstacle = (typeof PASSKEY_OBSTACLES)[number];

/** A passkey of the sender. */
export class PasskeyDto {
  @Doc('An opaque, stable identifier. It is not the credential ID.')
  id: string;

  @Doc({ example: 'iCloud Keychain' })
  name: string;

  @Doc('The host name that it was made for.', { example: 'journal.example.org' })
  host: string;

  @Doc('Whether it was made for the host name that this installation has now. Others cannot be used.')
  usable: boolean;

  @Doc(TIME)
  createdAt: string;

  @Doc('Null if it was never used to sign in.', TIME_OR_NULL)
  lastUsedAt: string | null;
}

/** GET /user/me/passkeys. */
export class PasskeysDto {
  @Doc('The only origin at which passkeys can be added and used. Null if they cannot be used here.', {
    nullable: true,
    example: 'https://journal.example.org',
  })
  origin: string | null;

  @Doc('Why passkeys cannot be used here. Null if they can.', { enum: PASSKEY_OBSTACLES, nullable: true })
  obstacle: PasskeyObstacle | null;

  @Doc('Newest first.', { type: [PasskeyDto] })
  passkeys: PasskeyDto[];
}

/** POST /user/me/passkeys/options. */
export class PasskeyProofDto extends CurrentPasswordDto {
  @Doc(
    'A code of the second factor, or a recovery code. Required if the second factor is on and the account has a password.',
    { example: '123456' },
  )
  @MayBeAbsent()
  @IsCode()
  code?: string;
}

/** What the browser needs to make or use a passkey. */
export class PasskeyOptionsDto {
  @Doc(
    '`PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` of Web Authentication Level 3. The challenge works once, within `timeout` milliseconds.',
    { type: 'object', additionalProperties: true },
  )
  options: object;
}

/** POST /user/me/passkeys: what the authenticator answered, from `PublicKeyCredential.toJSON()`. Texts are base64url. */
export class NewPasskeyDto {
  @Doc('The credential ID.')
  @IsBase64Url(LIMITS.passkeyIdMax)
  id: string;

  @Doc()
  @IsBase64Url(LIMITS.passkeyAnswerMax)
  clientDataJSON: string;

  @Doc()
  @IsBase64Url(LIMITS.passkeyAnswerMax)
  attestationObject: string;

  @Doc('How the browser reaches the authenticator.', { example: ['internal', 'hybrid'] })
  @MayBeAbsent()
  @Matches(/^[a-z-]{1,20}$/, { ...says(ACCOUNT_PROBLEMS.passkey_answer_invalid), each: true })
  @ArrayMaxSize(10, says(ACCOUNT_PROBLEMS.passkey_answer_invalid))
  @IsArray(says(ACCOUNT_PROBLEMS.passkey_answer_invalid))
  transports?: string[];
}

/** PATCH /user/me/passkeys/{id}. */
export class RenamePasskeyDto {
  @Doc({ example: 'My phone' })
  @IsLine('name', LIMITS.passkeyNameMax)
  name: string;
}

/** POST /login/passkey: what the authenticator answered, from `PublicKeyCredential.toJSON()`. Texts are base64url. */
export class PasskeyLoginDto extends PickType(NewPasskeyDto, ['id', 'clientDataJSON']) {
  @Doc()
  @IsBase64Url(LIMITS.passkeyAnswerMax)
  authenticatorData: string;

  @Doc()
  @IsBase64Url(LIMITS.passkeyAnswerMax)
  signature: string;

  @Doc('Says whose passkey it is.')
  @IsBase64Url(LIMITS.tokenMax)
  userHandle: string;
}

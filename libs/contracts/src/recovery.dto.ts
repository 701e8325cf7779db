import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsEmail, IsString, MaxLength } from 'class-validator';
import { SignUpDto } from './auth.dto.js';
import { LIMITS } from './limits.js';
import { NormalizeEmail } from './validators.js';

/** Who may sign up: everybody, whoever was invited, nobody. */
export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const;

export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** GET /registration. */
export class RegistrationDto {
  @ApiProperty({
    enum: REGISTRATION_MODES,
    description: 'Who may sign up. `open` until there is a first account, which is the administrator’s.',
  })
  mode: RegistrationMode;

  @ApiProperty({ description: 'Whether a link to a new password can be sent by mail.' })
  mail: boolean;
}

/** POST /password-resets. */
export class RequestResetDto {
  @ApiProperty({ format: 'email', maxLength: LIMITS.emailMax, example: 'ana@example.org' })
  @NormalizeEmail()
  @IsEmail({}, { message: 'Email must be a valid email address' })
  @MaxLength(LIMITS.emailMax, { message: `Email must have at most ${LIMITS.emailMax} characters` })
  email: string;
}

/** PUT /password-resets: a new password by the token of a link, bounded as at sign-up. */
export class ResetPasswordDto extends PickType(SignUpDto, ['password', 'passwordVal']) {
  @ApiProperty({
    maxLength: LIMITS.tokenMax,
    description: 'From the link; good for an hour and for one use.',
  })
  @IsString({ message: 'token must be text' })
  @MaxLength(LIMITS.tokenMax, { message: 'token is not one of ours' })
  token: string;
}

/** An invitation that is open. */
export class InvitationDto {
  @ApiProperty({ description: 'Opaque and stable. It opens nothing.' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
}

/** POST /invitations. */
export class NewInvitationDto extends InvitationDto {
  @ApiProperty({ description: 'For the link `/signup#<token>`. Shown this once; good for one account.' })
  token: string;
}

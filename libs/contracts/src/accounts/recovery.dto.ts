import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsEmail, IsString, MaxLength } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { SignUpDto } from './registration.dto.js';
import { NormalizeEmail } from '../validation/validators.js';

/** POST /password-resets. */
export class RequestResetDto {
  @ApiProperty({ format: 'email', maxLength: LIMITS.emailMax, example: 'ana@example.org' })
  @NormalizeEmail()
  @MaxLength(LIMITS.emailMax, { message: `Email must have at most ${LIMITS.emailMax} characters` })
  @IsEmail({}, { message: 'Email must be a valid email address' })
  email: string;
}

/** PUT /password-resets: sets a new password with the token of a link. The same limits as at sign-up apply. */
export class ResetPasswordDto extends PickType(SignUpDto, ['password', 'passwordVal']) {
  @ApiProperty({
    maxLength: LIMITS.tokenMax,
    description: 'The token from the link. It is valid for one hour and can be used once.',
  })
  @MaxLength(LIMITS.tokenMax, { message: 'token is not valid' })
  @IsString({ message: 'token must be text' })
  token: string;
}

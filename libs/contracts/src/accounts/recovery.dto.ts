import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { SignUpDto } from './registration.dto.js';
import { IsEmailAddress, MaxLength } from '../validation/validators.js';
import { says } from '../validation/says.js';

/** POST /password-resets. */
export class RequestResetDto {
  @ApiProperty({ format: 'email', maxLength: LIMITS.emailMax, example: 'ana@example.org' })
  @IsEmailAddress()
  email: string;
}

/** PUT /password-resets: sets a new password with the token of a link. The same limits as at sign-up apply. */
export class ResetPasswordDto extends PickType(SignUpDto, ['password', 'passwordVal']) {
  @ApiProperty({
    maxLength: LIMITS.tokenMax,
    description: 'The token from the link. It is valid for one hour and can be used once.',
  })
  @MaxLength(LIMITS.tokenMax, says(ACCOUNT_PROBLEMS.token_invalid))
  @IsString(says(ACCOUNT_PROBLEMS.token_text))
  token: string;
}

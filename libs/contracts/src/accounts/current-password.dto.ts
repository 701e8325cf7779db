import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { IsNotBlank, MaxLength, MayBeAbsent } from '../validation/validators.js';
import { says } from '../validation/says.js';

/** Proves once more that a signed-in person owns the account: by the password, if it has one. */
export class CurrentPasswordDto {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.passwordMax,
    format: 'password',
    description:
      'Required if the account has a password. If it has none, the person confirms at a provider first.',
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.passwordMax, says(ACCOUNT_PROBLEMS.current_password_wrong))
  @IsNotBlank(says(ACCOUNT_PROBLEMS.current_password_empty))
  @IsString(says(ACCOUNT_PROBLEMS.current_password_text))
  currentPassword?: string;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { IsEmailAddress, IsNotBlank, MaxLength, MayBeAbsent, MinLength } from '../validation/validators.js';
import { says } from '../validation/says.js';

/** POST /login. */
export class LoginDto {
  @ApiProperty({ format: 'email', maxLength: LIMITS.emailMax, example: 'ana@example.org' })
  @IsEmailAddress()
  email: string;

  @ApiProperty({ minLength: LIMITS.passwordMinLogin, maxLength: LIMITS.passwordMax, format: 'password' })
  @MaxLength(LIMITS.passwordMax, says(ACCOUNT_PROBLEMS.password_long, { max: LIMITS.passwordMax }))
  @MinLength(LIMITS.passwordMinLogin, says(ACCOUNT_PROBLEMS.password_short, { min: LIMITS.passwordMinLogin }))
  @IsString(says(ACCOUNT_PROBLEMS.password_text))
  password: string;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.codeMax,
    example: '123456',
    description:
      'Required if the account has a second factor. A six-digit code from the authenticator app, or a recovery code.',
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.codeMax, says(ACCOUNT_PROBLEMS.code_invalid))
  @IsNotBlank(says(ACCOUNT_PROBLEMS.code_empty))
  @IsString(says(ACCOUNT_PROBLEMS.code_text))
  code?: string;
}

/** POST /login and POST /user/new. */
export class TokenDto {
  @ApiProperty({
    description:
      'An RS256 JWT that contains `user`. Send it in the header `x-auth-token`. It is valid for 12 hours.',
  })
  token: string;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsEmail, IsString, MaxLength, MinLength } from 'class-validator';
import { LIMITS } from '@inner-weather/domain/limits';
import { IsNotBlank, MayBeAbsent, NormalizeEmail } from '../validation/validators.js';

/** POST /login. */
export class LoginDto {
  @ApiProperty({ format: 'email', maxLength: LIMITS.emailMax, example: 'ana@example.org' })
  @NormalizeEmail()
  @MaxLength(LIMITS.emailMax, { message: `Email must have at most ${LIMITS.emailMax} characters` })
  @IsEmail({}, { message: 'Email must be a valid email address' })
  email: string;

  @ApiProperty({ minLength: LIMITS.passwordMinLogin, maxLength: LIMITS.passwordMax, format: 'password' })
  @MaxLength(LIMITS.passwordMax, { message: `Password must have at most ${LIMITS.passwordMax} characters` })
  @MinLength(LIMITS.passwordMinLogin, {
    message: `Password must have at least ${LIMITS.passwordMinLogin} characters`,
  })
  @IsString({ message: 'Password must be text' })
  password: string;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: LIMITS.codeMax,
    example: '123456',
    description:
      'Required if the account has a second factor. A six-digit code from the authenticator app, or a recovery code.',
  })
  @MayBeAbsent()
  @MaxLength(LIMITS.codeMax, { message: 'Code is not valid' })
  @IsNotBlank('Code')
  @IsString({ message: 'Code must be text' })
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

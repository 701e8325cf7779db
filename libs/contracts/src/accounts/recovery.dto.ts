import { PickType } from '@nestjs/swagger';
import { SignUpDto } from './registration.dto.js';
import { IsEmailAddress, IsToken } from '../validation/fields.js';
import { Doc } from '../validation/documented.js';

/** POST /password-resets. */
export class RequestResetDto {
  @Doc({ example: 'ana@example.org' })
  @IsEmailAddress()
  email: string;
}

/** PUT /password-resets: sets a new password with the token of a link. The same limits as at sign-up apply. */
export class ResetPasswordDto extends PickType(SignUpDto, ['password', 'passwordVal']) {
  @Doc('The token from the link. It is valid for one hour and can be used once.')
  @IsToken('token')
  token: string;
}

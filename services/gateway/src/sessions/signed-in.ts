import type { SessionUserDto } from '@inner-weather/contracts/accounts/sessions.dto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccountRequest } from '@inner-weather/contracts/rpc/reminders';

/** Who sends a request: the claims of a valid token, or the owner of a valid access token. */
export interface SignedIn {
  user: SessionUserDto;
  /** The session that the token belongs to. Empty for an access token, which belongs to none. */
  sid: string;
  /** Present for an access token. */
  accessTokenId?: string;
  /** The second, since the epoch, from which the token is no longer valid. */
  exp: number;
}

/** Injects who sends the request into a handler behind the TokenGuard. */
export const CurrentSession = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SignedIn =>
    context.switchToHttp().getRequest<{ user: SignedIn }>().user,
);

/** What reminders have to know about the account. */
export function accountOf(user: SessionUserDto): AccountRequest {
  const { id: userId, timeZone, language, dayEndsAt } = user;
  return { userId, timeZone, language, dayEndsAt };
}

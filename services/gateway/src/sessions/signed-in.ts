import type { SessionUserDto } from '@inner-weather/contracts/accounts/sessions.dto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** The claims of a valid token. */
export interface SignedIn {
  user: SessionUserDto;
  /** The session that it belongs to. */
  sid: string;
  /** The second, since the epoch, from which the token is no longer valid. */
  exp: number;
}

/** Injects the claims of the request's token into a handler behind the TokenGuard. */
export const CurrentSession = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SignedIn =>
    context.switchToHttp().getRequest<{ user: SignedIn }>().user,
);

import type { AccessTokenScope } from '@inner-weather/contracts/accounts/access-tokens.dto';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';

/** The metadata of a route that accepts access tokens: the scopes that the token needs, all of them. */
export const NEEDED_SCOPES = Symbol('NEEDED_SCOPES');

/**
 * Lets access tokens with these scopes use the route. Routes without it refuse every access token. An answer that has an
 * existing entry needs `entries:read` as well.
 */
export function NeedsScope(...scopes: AccessTokenScope[]): MethodDecorator {
  return applyDecorators(SetMetadata(NEEDED_SCOPES, scopes), ApiSecurity('accessToken', scopes));
}

import { CurrentPasswordDto } from '@inner-weather/contracts/accounts/current-password.dto';
import { SignInMethodsDto } from '@inner-weather/contracts/accounts/oidc.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Param } from '@nestjs/common';
import { Get, Post, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

@SignedInController('account', 'user/me/identities')
export class IdentitiesController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', { summary: 'Get how I can sign in', answer: SignInMethodsDto })
  list(@CurrentSession() { user, sid }: SignedIn): Promise<SignInMethodsDto> {
    return this.rpc.call('auth.list-identities', { userId: user.id, sessionId: sid });
  }

  // A POST, because the password belongs in a body, and HTTP gives the body of a DELETE no meaning.
  @Post(':provider/removal', {
    summary: 'Disconnect a provider',
    description:
      'Ends all other sessions. The answer is 403 if the account could not be signed in to without this provider.',
    problems: [404],
  })
  async remove(
    @CurrentSession() { user, sid }: SignedIn,
    @Param('provider') provider: string,
    @Body() proof: CurrentPasswordDto,
  ): Promise<void> {
    const own = { userId: user.id, sessionId: sid };
    await this.rpc.call('auth.remove-identity', { ...own, provider: provider.slice(0, 100), proof });
  }
}

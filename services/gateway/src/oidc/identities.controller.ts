import { CurrentPasswordDto } from '@inner-weather/contracts/accounts/current-password.dto';
import { SignInMethodsDto } from '@inner-weather/contracts/accounts/oidc.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.guard.js';

@ApiTags('account')
@ApiSecurity('token')
@Controller('user/me/identities')
@UseGuards(TokenGuard)
export class IdentitiesController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @ApiOperation({ summary: 'Get how I can sign in' })
  @ApiOkResponse({ type: SignInMethodsDto })
  list(@CurrentSession() { user, sid }: SignedIn): Promise<SignInMethodsDto> {
    return this.rpc.call('auth.list-identities', { userId: user.id, sessionId: sid });
  }

  // A POST, because the password belongs in a body, and HTTP gives the body of a DELETE no meaning.
  @Post(':provider/removal')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Disconnect a provider',
    description:
      'Ends all other sessions. The answer is 403 if the account could not be signed in to without this provider.',
  })
  @ApiNoContentResponse()
  @ApiProblems(404)
  async remove(
    @CurrentSession() { user, sid }: SignedIn,
    @Param('provider') provider: string,
    @Body() proof: CurrentPasswordDto,
  ): Promise<void> {
    const own = { userId: user.id, sessionId: sid };
    await this.rpc.call('auth.remove-identity', { ...own, provider: provider.slice(0, 100), proof });
  }
}

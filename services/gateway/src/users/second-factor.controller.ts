import {
  BeginSecondFactorDto,
  ConfirmSecondFactorDto,
  NewSecondFactorDto,
  RecoveryCodesDto,
  SecondFactorDto,
  SecondFactorProofDto,
} from '@inner-weather/contracts/second-factor.dto';
import { RpcClient } from '@inner-weather/platform/messaging/rpc-client';
import { Body, Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.strategy.js';

@ApiTags('account')
@ApiSecurity('token')
@Controller('user/me/second-factor')
@UseGuards(TokenGuard)
export class SecondFactorController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @ApiOperation({ summary: 'Whether a login asks for a code of mine' })
  @ApiOkResponse({ type: SecondFactorDto })
  @ApiProblems(401)
  describe(@CurrentSession() { user }: SignedIn): Promise<SecondFactorDto> {
    return this.rpc.call('auth.get-second-factor', { userId: user.id });
  }

  @Post()
  @ApiOperation({
    summary: 'Begin to turn the second factor on',
    description: 'Makes a secret for an authenticator app. Nothing asks for it until it is confirmed.',
  })
  @ApiCreatedResponse({ type: NewSecondFactorDto })
  @ApiProblems(400, 401, 409, 429)
  begin(
    @CurrentSession() { user }: SignedIn,
    @Body() proof: BeginSecondFactorDto,
  ): Promise<NewSecondFactorDto> {
    return this.rpc.call('auth.begin-second-factor', { userId: user.id, proof });
  }

  @Post('confirmation')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Turn the second factor on by a first code',
    description: 'Within an hour. Ends every other session. Answers recovery codes, this once.',
  })
  @ApiOkResponse({ type: RecoveryCodesDto })
  @ApiProblems(400, 401, 404, 429)
  confirm(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() proof: ConfirmSecondFactorDto,
  ): Promise<RecoveryCodesDto> {
    return this.rpc.call('auth.confirm-second-factor', { userId: user.id, sessionId: sid, proof });
  }

  // A POST and no DELETE: what proves that it may be done belongs in a body, which a DELETE has by no rule of HTTP.
  @Post('removal')
  @HttpCode(204)
  @ApiOperation({ summary: 'Turn the second factor off', description: 'Ends every other session.' })
  @ApiNoContentResponse()
  @ApiProblems(400, 401, 404, 429)
  async remove(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() proof: SecondFactorProofDto,
  ): Promise<void> {
    await this.rpc.call('auth.remove-second-factor', { userId: user.id, sessionId: sid, proof });
  }

  @Post('recovery-codes')
  @ApiOperation({
    summary: 'Make new recovery codes',
    description: 'The codes from before are no good any more.',
  })
  @ApiCreatedResponse({ type: RecoveryCodesDto })
  @ApiProblems(400, 401, 404, 429)
  renewRecoveryCodes(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() proof: SecondFactorProofDto,
  ): Promise<RecoveryCodesDto> {
    return this.rpc.call('auth.renew-recovery-codes', { userId: user.id, sessionId: sid, proof });
  }
}

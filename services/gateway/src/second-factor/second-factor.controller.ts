import {
  BeginSecondFactorDto,
  ConfirmSecondFactorDto,
  NewSecondFactorDto,
  RecoveryCodesDto,
  SecondFactorDto,
  SecondFactorProofDto,
} from '@inner-weather/contracts/accounts/second-factor.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body } from '@nestjs/common';
import { Get, Post, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

@SignedInController('account', 'user/me/second-factor')
export class SecondFactorController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', { summary: 'Get the state of my second factor', answer: SecondFactorDto })
  describe(@CurrentSession() { user }: SignedIn): Promise<SecondFactorDto> {
    return this.rpc.call('auth.get-second-factor', { userId: user.id });
  }

  @Post('', {
    summary: 'Set up a second factor',
    description:
      'Creates a secret for an authenticator app. Logins do not require a code until the secret is confirmed. The answer is 403 while the email address is not confirmed.',
    answer: NewSecondFactorDto,
    problems: [409],
  })
  begin(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() proof: BeginSecondFactorDto,
  ): Promise<NewSecondFactorDto> {
    return this.rpc.call('auth.begin-second-factor', { userId: user.id, sessionId: sid, proof });
  }

  @Post('confirmation', {
    summary: 'Confirm the second factor with a first code',
    description:
      'Must happen within one hour of the set-up. Ends all other sessions. Returns the recovery codes, which are not shown again.',
    answer: RecoveryCodesDto,
    status: 200,
    problems: [404],
  })
  confirm(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() proof: ConfirmSecondFactorDto,
  ): Promise<RecoveryCodesDto> {
    return this.rpc.call('auth.confirm-second-factor', { userId: user.id, sessionId: sid, proof });
  }

  // A POST, because password and code belong in a body, and HTTP gives the body of a DELETE no meaning.
  @Post('removal', {
    summary: 'Turn off the second factor',
    description: 'Ends all other sessions.',
    problems: [404],
  })
  async remove(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() proof: SecondFactorProofDto,
  ): Promise<void> {
    await this.rpc.call('auth.remove-second-factor', { userId: user.id, sessionId: sid, proof });
  }

  @Post('recovery-codes', {
    summary: 'Create new recovery codes',
    description: 'The previous codes become invalid.',
    answer: RecoveryCodesDto,
    problems: [404],
  })
  renewRecoveryCodes(
    @CurrentSession() { user, sid }: SignedIn,
    @Body() proof: SecondFactorProofDto,
  ): Promise<RecoveryCodesDto> {
    return this.rpc.call('auth.renew-recovery-codes', { userId: user.id, sessionId: sid, proof });
  }
}

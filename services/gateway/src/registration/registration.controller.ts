import { RegistrationDto } from '@inner-weather/contracts/accounts/registration.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

// Keeps the operation ids, because generated clients name their functions after them.
@ApiTags('sessions')
@Controller()
export class RegistrationController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('registration')
  @ApiOperation({
    operationId: 'recovery.describe',
    summary: 'Get the registration mode and whether mail can be sent',
  })
  @ApiOkResponse({ type: RegistrationDto })
  describe(): Promise<RegistrationDto> {
    return this.rpc.call('auth.get-registration', {});
  }
}

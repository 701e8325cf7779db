import { RegistrationDto } from '@inner-weather/contracts/accounts/registration.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Get } from '../openapi/route.js';

// Keeps the operation ids, because generated clients name their functions after them.
@ApiTags('sessions')
@Controller()
export class RegistrationController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('registration', {
    operationId: 'recovery.describe',
    summary: 'Get the registration mode and whether mail can be sent',
    answer: RegistrationDto,
  })
  describe(): Promise<RegistrationDto> {
    return this.rpc.call('auth.get-registration', {});
  }
}

import { StorageDto } from '@inner-weather/contracts/journal/storage.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.guard.js';

@ApiTags('account')
@ApiSecurity('token')
@Controller('user/me/storage')
@UseGuards(TokenGuard)
export class StorageController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @ApiOperation({ summary: 'Get the storage quota of my journal and its use' })
  @ApiOkResponse({ type: StorageDto })
  get(@CurrentSession() { user }: SignedIn): Promise<StorageDto> {
    return this.rpc.call('journal.get-storage', { userId: user.id });
  }
}

import { StorageDto } from '@inner-weather/contracts/journal/entries.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Get, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

@SignedInController('account', 'user/me/storage')
export class StorageController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', { summary: 'Get the storage quota of my journal and its use', answer: StorageDto })
  get(@CurrentSession() { user }: SignedIn): Promise<StorageDto> {
    return this.rpc.call('journal.get-storage', { userId: user.id });
  }
}

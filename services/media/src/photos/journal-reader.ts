import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Injectable } from '@nestjs/common';

@Injectable()
export class JournalReader {
  constructor(private readonly rpc: RpcClient) {}

  /** Those of the photos that an entry of their owner has. Throws if journal does not answer. */
  async findUsed(userId: string, photoIds: string[]): Promise<Set<string>> {
    if (photoIds.length === 0) return new Set();
    const used = await this.rpc.call('journal.find-used-photos', { userId, photoIds });
    return new Set(used.photoIds);
  }
}

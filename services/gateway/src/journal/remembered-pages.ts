import type { SearchEntriesRequest } from '@inner-weather/contracts/rpc/journal';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** A page of a search, and what goes into its headers. */
export interface Page {
  /** A JSON array. */
  body: Buffer;
  total?: string;
  nextCursor?: string;
}

/** Of a page that was asked for once, only that it was. */
type Remembered = Partial<Page> & { version: string };

/** Bytes of an entry of the cache beside its key and its page. */
const OVERHEAD = 300;

/** Bytes that all people's pages take here, and for how many milliseconds each stays, however often it is asked for. */
const REMEMBERED = {
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ body }: Remembered, key: string) => OVERHEAD + key.length + (body?.length ?? 0),
  ttl: 60_000,
  ttlAutopurge: true,
};

const ASKED_ONCE: Remembered = { version: '' };

/**
 * Asks journal for pages of searches. People look at the same days over and over, so a page that is asked for a second
 * time within a minute is remembered, and sent again for as long as journal says, each time, that the person has changed
 * nothing.
 */
@Injectable()
export class RememberedPages {
  private readonly pages = new LRUCache<string, Remembered>(REMEMBERED);

  constructor(private readonly rpc: RpcClient) {}

  /** Rejects as calls do. */
  async read(request: SearchEntriesRequest): Promise<Page> {
    const key = JSON.stringify(request);
    const remembered = this.pages.get(key);
    const known = remembered?.version;
    const { body, meta } = await this.rpc.callRaw('journal.search-entries', {
      ...request,
      ...(known !== undefined && { known }),
    });
    if (remembered?.body && meta.unchanged) return remembered as Page;
    const { total, nextCursor, version } = meta;
    const page = { body, total, nextCursor };
    // A copy: these bytes are a part of all that the broker has sent.
    this.pages.set(key, version ? { ...page, body: Buffer.from(body), version } : ASKED_ONCE);
    return page;
  }
}

import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { RawReply } from '@inner-weather/platform/rpc/raw-reply';

const [compress, decompress] = [promisify(deflateRaw), promisify(inflateRaw)];

export interface Page<Item> {
  items: Item[];
  nextCursor?: string;
}

export interface PagedListOptions<Item> {
  /** Reads the page at a cursor; without one, the first page. */
  read: (cursor?: string) => Promise<RawReply>;
  parse: (page: RawReply) => Page<Item>;
  /** Reserves memory for keeping a page. Returns false if there is not enough. */
  reserve: (bytes: number) => boolean;
}

/**
 * A list that is read page by page during the iteration. The first page, and the following ones while there is
 * memory for them, are kept for the next iteration. They are compressed, since texts become a third of their size.
 */
export class PagedList<Item> implements AsyncIterable<Item> {
  /** The body of each is compressed. */
  private readonly keptPages: RawReply[] = [];

  constructor(private readonly options: PagedListOptions<Item>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    let cursor: string | undefined;
    let index = 0;
    do {
      const { items, nextCursor } = this.options.parse(await this.pageAt(index, cursor));
      yield* items;
      cursor = nextCursor;
      index += 1;
    } while (cursor);
  }

  /** Throws the error that the iteration would begin with. */
  async readFirst(): Promise<void> {
    await this.pageAt(0);
  }

  private async pageAt(index: number, cursor?: string): Promise<RawReply> {
    const keptPage = this.keptPages[index];
    if (keptPage) return new RawReply(await decompress(keptPage.body), keptPage.meta);
    const page = await this.options.read(cursor);
    if (index === this.keptPages.length) await this.keep(page, index === 0);
    return page;
  }

  private async keep({ body, meta }: RawReply, isFirst: boolean): Promise<void> {
    const compressed = await compress(body);
    if (this.options.reserve(compressed.length) || isFirst) {
      this.keptPages.push(new RawReply(compressed, meta));
    }
  }
}

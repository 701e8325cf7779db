import { buffer } from 'node:stream/consumers';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto, InsightPageDto } from '@inner-weather/contracts/insights/insights.dto';
import { DomainError, type ErrorCode } from '@inner-weather/contracts/messaging/errors';
import { LIMITS } from '@inner-weather/domain/limits';
import type { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Logger } from '@nestjs/common';
import type { MediaClient } from '../photos/media-client.js';
import type { OwnPhotos } from './notes.js';
import { PagedList } from './paged-list.js';

/** Milliseconds for one page. It is longer than for other calls, because an export is expected to take a while. */
const PAGE_TIMEOUT_MS = 20_000;

/** Bytes of one page of entries. Small enough that journal never makes it wait behind large answers. */
const PAGE_BYTES = 256 * 1024;

/** How media answers about a photo that does not exist, or is damaged. */
const GONE: readonly ErrorCode[] = ['not_found', 'validation_failed'];

/** A range that covers every entry: an import refuses earlier days and days after tomorrow. */
const EVER = { startDate: '1900-01-01', endDate: '9999-12-30' };

/**
 * The data of one person. It is read page by page during the iteration. Each file of an export iterates again: pages
 * that, compressed, fit into `keptBytes` are read once, and only one of the others is in memory at a time.
 */
export class OwnData {
  private readonly logger = new Logger(OwnData.name);
  /** Newest first. */
  readonly entries: PagedList<EntryDto>;
  /** Newest first. */
  readonly insights: PagedList<InsightJobDto>;
  /** Read one by one, and not kept. */
  readonly photos: OwnPhotos;

  constructor(
    private readonly rpc: RpcClient,
    private readonly media: MediaClient,
    private readonly userId: string,
    private keptBytes: number,
  ) {
    const reserve = (bytes: number): boolean => this.reserve(bytes);
    this.entries = new PagedList({
      reserve,
      read: (cursor) => this.entryPage(cursor),
      parse: ({ body, meta }) => ({
        items: JSON.parse(body.toString()) as EntryDto[],
        nextCursor: meta.nextCursor,
      }),
    });
    this.insights = new PagedList({
      reserve,
      read: (cursor) => this.insightPage(cursor),
      parse: ({ body }) => {
        const { items, nextCursor } = JSON.parse(body.toString()) as InsightPageDto;
        return { items, nextCursor: nextCursor ?? undefined };
      },
    });
    this.photos = {
      describe: async (photoIds) => {
        const descriptions = new Map<string, string>();
        for (let from = 0; from < photoIds.length; from += LIMITS.photoIdsMax) {
          const some = photoIds.slice(from, from + LIMITS.photoIdsMax);
          const { photos } = await rpc.call('media.list-photos', { userId, photoIds: some });
          for (const { _id, description } of photos) descriptions.set(_id, description);
        }
        return descriptions;
      },
      read: (photoId, form) => this.readPhoto(photoId, form),
    };
  }

  /** Throws the error that reading the data would throw. */
  async probe(): Promise<void> {
    await Promise.all([this.entries.readFirst(), this.insights.readFirst()]);
  }

  /** Undefined if there is no such photo, or if it is damaged: the others are worth an export without it. */
  private async readPhoto(photoId: string, form?: 'jpeg'): Promise<Uint8Array | undefined> {
    const { userId } = this;
    const read = async (as?: 'jpeg') =>
      buffer(
        await this.media.open(
          await this.rpc.call('media.open-photo', { userId, photoId, size: 'large', form: as }),
        ),
      );
    try {
      return await read(form).catch(async (error: unknown) => {
        if (form === 'jpeg') throw error;
        // As WebP, media sends a photo while it opens it, and can only break off. As JPEG, it says what is wrong.
        await read('jpeg');
        throw error;
      });
    } catch (error) {
      if (!(error instanceof DomainError) || !GONE.includes(error.code)) throw error;
      this.logger.warn({ photoId, code: error.code, msg: 'a photo is left out of an export' });
      return undefined;
    }
  }

  private reserve(bytes: number): boolean {
    if (bytes > this.keptBytes) return false;
    this.keptBytes -= bytes;
    return true;
  }

  private entryPage(cursor?: string) {
    const request = { userId: this.userId, ...EVER, cursor, maxBytes: PAGE_BYTES, skipTotal: true };
    return this.rpc.callRaw('journal.search-entries', request, { timeoutMs: PAGE_TIMEOUT_MS });
  }

  private insightPage(cursor?: string) {
    const request = { userId: this.userId, limit: LIMITS.insightsPageMax, cursor };
    return this.rpc.callRaw('insights.list', request, { timeoutMs: PAGE_TIMEOUT_MS });
  }
}

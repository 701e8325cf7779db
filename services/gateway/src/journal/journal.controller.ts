import {
  CreateEntryDto,
  EntryDto,
  SearchEntriesDto,
  UpdateEntryDto,
} from '@inner-weather/contracts/journal/entries.dto';
import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import { FindEntriesDto } from '@inner-weather/contracts/journal/find-entries.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { LIMITS } from '@inner-weather/domain/limits';
import type { EntryRequest } from '@inner-weather/contracts/rpc/journal';
import type { SessionUserDto } from '@inner-weather/contracts/accounts/sessions.dto';
import type { RawReply } from '@inner-weather/platform/rpc/raw-reply';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { problem } from '@inner-weather/domain/problems/problem';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { Body, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { IdempotencyKey } from '../headers/idempotency-key.decorator.js';
import { IF_MATCH, tagsOfIfMatch } from '../headers/if-match.js';
import { StaleChange, toDomainError } from '../http/problem.js';
import { TakesText } from '../http/bodies.js';
import { OnlyReads } from '../limits/limits.js';
import { LargeReads } from '../limits/large-reads.js';
import { Delete, Get, Post, Put, SignedInController } from '../openapi/route.js';
import { claimPhotos } from '../photos/claim-photos.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

const NEXT_CURSOR = {
  'X-Next-Cursor': {
    description: 'The cursor for the next page. Absent on the last page.',
    schema: { type: 'string' as const },
  },
};

const ETAG = {
  ETag: {
    description:
      'For If-Match. It changes with every change by the writer, not with weather that arrives later.',
    schema: { type: 'string' as const },
  },
};

@SignedInController('journal', 'journal')
export class JournalController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly largeReads: LargeReads,
  ) {}

  @Post('new', {
    summary: 'Create an entry',
    description:
      'The answer is sent as soon as the entry is stored. If `weatherData` is absent, the weather is added a moment later.',
    answer: EntryDto,
    scopes: ['entries:write'],
    problems: [422],
  })
  @TakesText()
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Repeating a request with the same key and body within 24 hours creates only one entry.',
  })
  async create(
    @CurrentSession() { user }: SignedIn,
    @Body() entry: CreateEntryDto,
    @IdempotencyKey() idempotencyKey: string,
  ): Promise<EntryDto> {
    assertOwn(entry.email, user.email, 'email');
    const place = homePlaceOf(user, entry);
    const { id: userId, timeZone: accountTz, dayEndsAt } = user;
    const request = { userId, entry, place, accountTz, dayEndsAt, idempotencyKey };
    await claimPhotos(this.rpc, userId, entry);
    return this.rpc.call('journal.create-entry', request);
  }

  @Get('entries/:id', {
    summary: 'Get an entry',
    answer: EntryDto,
    headers: ETAG,
    scopes: ['entries:read'],
    problems: [404],
  })
  async get(
    @CurrentSession() { user }: SignedIn,
    @Param('id') entryId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EntryDto> {
    return withEntryTag(reply, await this.currentOf(user.id, entryId));
  }

  @Put('update/:id', {
    summary: 'Change an entry',
    description: 'If the city changes, the weather is looked up again.',
    answer: EntryDto,
    headers: ETAG,
    scopes: ['entries:read', 'entries:write'],
    problems: [404, 412],
  })
  @TakesText()
  @ApiHeader(IF_MATCH)
  async update(
    @CurrentSession() { user }: SignedIn,
    @Param('id') entryId: string,
    @Body() changes: UpdateEntryDto,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EntryDto> {
    const place = homePlaceOf(user, changes);
    const about = { userId: user.id, entryId: idOf(entryId), ifMatch: tagsOfIfMatch(ifMatch) };
    const request = { ...about, changes, place, dayEndsAt: user.dayEndsAt };
    await claimPhotos(this.rpc, user.id, changes);
    return this.withCurrentEntry(request, async () =>
      withEntryTag(reply, await this.rpc.call('journal.update-entry', request)),
    );
  }

  @Post('weather/:id', {
    summary: 'Look up the weather of an entry again',
    description:
      'If the entry has no weather, its status becomes `pending` again, and the weather of the hour in which it was written is looked up. An entry that is already pending or has its weather is not changed, so the request can be repeated safely.',
    answer: EntryDto,
    status: 200,
    scopes: ['entries:read', 'entries:write'],
    problems: [404],
  })
  lookUpWeather(@CurrentSession() { user }: SignedIn, @Param('id') entryId: string): Promise<EntryDto> {
    return this.rpc.call('journal.look-up-weather', { userId: user.id, entryId: idOf(entryId) });
  }

  @Delete('delete/:id', {
    summary: 'Delete an entry',
    scopes: ['entries:read', 'entries:write'],
    problems: [404, 412],
  })
  @ApiHeader(IF_MATCH)
  async delete(
    @CurrentSession() { user }: SignedIn,
    @Param('id') entryId: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    const request = { userId: user.id, entryId: idOf(entryId), ifMatch: tagsOfIfMatch(ifMatch) };
    await this.withCurrentEntry(request, () => this.rpc.call('journal.delete-entry', request));
  }

  @Get('search', {
    summary: 'List the entries of a date range, newest first',
    description: `Both days are included. An entry belongs to its \`day\`, the day on which it was lived. Without \`limit\`, the answer has the whole range. A person can run only one search for more than ${LIMITS.searchSmallMax} entries at a time.`,
    answer: [EntryDto],
    headers: {
      'X-Total-Count': {
        description: 'The number of entries in the whole range.',
        schema: { type: 'integer' },
      },
      ...NEXT_CURSOR,
    },
    scopes: ['entries:read'],
    problems: [400],
  })
  async search(
    @CurrentSession() { user }: SignedIn,
    @Query() query: SearchEntriesDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { userReference, tz: _unused, ...range } = query;
    assertOwn(userReference, user.email, 'userReference');
    const request = { userId: user.id, ...range };
    const answer = async () => sendPage(await this.rpc.callRaw('journal.search-entries', request), reply);
    if ((range.limit ?? Infinity) <= LIMITS.searchSmallMax) await answer();
    else await this.largeReads.run(user.id, reply, answer);
  }

  @Post('search', {
    summary: 'Find entries of a date range by words, mood, weather, city and tag, newest first',
    description: `Words are sent in the body, so that they are in no address and no log. One request looks through at most ${LIMITS.findEntriesMax} entries and for at most ${LIMITS.findMs} milliseconds. A page may therefore have fewer entries than \`limit\`, or none, while X-Next-Cursor says where to go on. Counts as a read.`,
    answer: [EntryDto],
    headers: {
      'X-Total-Count': {
        description:
          'The number of entries that match. Only on the first page, and only if the whole range was looked through.',
        schema: { type: 'integer' },
      },
      ...NEXT_CURSOR,
    },
    status: 200,
    scopes: ['entries:read'],
  })
  @OnlyReads()
  async find(
    @CurrentSession() { user }: SignedIn,
    @Body() { tz: _unused, ...criteria }: FindEntriesDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const request = { ...criteria, userId: user.id, language: user.language ?? 'en' };
    await sendPage(await this.rpc.callRaw('journal.find-entries', request), reply);
  }

  private currentOf(userId: string, entryId: string): Promise<EntryDto> {
    return this.rpc.call('journal.get-entry', { userId, entryId: idOf(entryId) });
  }

  /** Adds the entry as it is now to a refusal of a stale change. */
  private async withCurrentEntry<T>({ userId, entryId }: EntryRequest, change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      const domainError = toDomainError(error);
      if (domainError.code !== 'entry_changed') throw error;
      throw new StaleChange(domainError, await this.currentOf(userId, entryId));
    }
  }
}

/** Sends the service's bytes unchanged, because they are JSON already. */
async function sendPage({ body, meta }: RawReply, reply: FastifyReply): Promise<void> {
  if (meta.total !== undefined) reply.header('x-total-count', meta.total);
  if (meta.nextCursor) reply.header('x-next-cursor', meta.nextCursor);
  await reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

function withEntryTag(reply: FastifyReply, entry: EntryDto): EntryDto {
  reply.header('etag', entryTagOf(entry));
  return entry;
}

function assertOwn(value: string, ownValue: string, field: string): void {
  if (value === ownValue.toLowerCase()) return;
  throw new DomainError('forbidden', { ...problem(JOURNAL_PROBLEMS.other_journal), field });
}

/** The place of the account's city, if the entry is in that city. */
const homePlaceOf = ({ location, place }: SessionUserDto, entry: { location: string }): string | undefined =>
  entry.location === location ? place : undefined;

/** Cuts off overlong text. Ids are shorter, so the rest matches no entry either. */
const idOf = (text: string): string => text.slice(0, 100);

import {
  DaysDto,
  GetStatisticsDto,
  ListDaysDto,
  StatisticsDto,
} from '@inner-weather/contracts/journal/days.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Controller, Get, Headers, Query, Res, UseGuards } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { NeedsScope } from '../access-tokens/needs-scope.decorator.js';
import { ETAG, IF_NONE_MATCH, sendTagged, UNCHANGED } from '../headers/etag.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.guard.js';

@ApiTags('journal')
@ApiSecurity('token')
@Controller('journal')
@UseGuards(TokenGuard)
export class DaysController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('days')
  @NeedsScope('entries:read')
  @ApiOperation({
    summary: 'List the days of a year on which something was written',
    description:
      'With the moods and the weather of each day. A day is that on which the entries were lived. With If-None-Match, the answer is 304 if nothing has changed.',
  })
  @ApiHeader(IF_NONE_MATCH)
  @ApiOkResponse({ type: DaysDto, ...ETAG })
  @ApiResponse(UNCHANGED)
  @ApiProblems(400)
  async days(
    @CurrentSession() { user }: SignedIn,
    @Query() { year }: ListDaysDto,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendTagged(reply, await this.rpc.call('journal.list-days', { userId: user.id, year }), ifNoneMatch);
  }

  @Get('statistics')
  @NeedsScope('entries:read')
  @ApiOperation({
    summary: 'Count the moods of a range of days',
    description:
      'By day, weekday, hour, weather, city and tag. Hours and days are those of the place where each entry was lived. With If-None-Match, the answer is 304 if nothing has changed.',
  })
  @ApiHeader(IF_NONE_MATCH)
  @ApiOkResponse({ type: StatisticsDto, ...ETAG })
  @ApiResponse(UNCHANGED)
  @ApiProblems(400)
  async statistics(
    @CurrentSession() { user }: SignedIn,
    @Query() { from, to }: GetStatisticsDto,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const request = { userId: user.id, from, to };
    await sendTagged(reply, await this.rpc.call('journal.get-statistics', request), ifNoneMatch);
  }
}

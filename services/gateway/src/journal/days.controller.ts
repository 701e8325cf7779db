import {
  DaysDto,
  GetStatisticsDto,
  ListDaysDto,
  StatisticsDto,
} from '@inner-weather/contracts/journal/days.dto';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Query } from '@nestjs/common';
import { Get, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

@SignedInController('journal', 'journal')
export class DaysController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('days', {
    summary: 'List the days of a year on which something was written',
    description:
      'With the moods and the weather of each day. A day is that on which the entries were lived. With If-None-Match, the answer is 304 if nothing has changed.',
    answer: DaysDto,
    tagged: true,
    scopes: ['entries:read'],
    problems: [400],
  })
  days(@CurrentSession() { user }: SignedIn, @Query() { year }: ListDaysDto): Promise<DaysDto> {
    return this.rpc.call('journal.list-days', { userId: user.id, year });
  }

  @Get('statistics', {
    summary: 'Count the moods of a range of days',
    description:
      'By day, weekday, hour, weather, city and tag. Hours and days are those of the place where each entry was lived. With If-None-Match, the answer is 304 if nothing has changed.',
    answer: StatisticsDto,
    tagged: true,
    scopes: ['entries:read'],
    problems: [400],
  })
  statistics(
    @CurrentSession() { user }: SignedIn,
    @Query() { from, to }: GetStatisticsDto,
  ): Promise<StatisticsDto> {
    return this.rpc.call('journal.get-statistics', { userId: user.id, from, to });
  }
}

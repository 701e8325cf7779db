import { GetStatisticsDto } from '@inner-weather/contracts/journal/days.dto';
import {
  MeasuredDayDto,
  MeasureDto,
  MeasuredRangeDto,
  MeasureFields,
  MeasuresDto,
  OrderMeasuresDto,
  TogetherDto,
} from '@inner-weather/contracts/measures/measures.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { isDay } from '@inner-weather/contracts/validation/validators';
import { OWN_ID_PATTERN } from '@inner-weather/domain/own-lists/own-lists';
import { MEASURE_PROBLEMS } from '@inner-weather/domain/problems/measure-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Param, Query } from '@nestjs/common';
import { Delete, Get, Put, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

@SignedInController('measures', 'measures')
export class MeasuresController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('', { summary: 'List what I measure', answer: MeasuresDto, scopes: ['entries:read'] })
  list(@CurrentSession() { user }: SignedIn): Promise<MeasuresDto> {
    return this.rpc.call('journal.list-measures', { userId: user.id });
  }

  @Put('', { summary: 'Put what I measure in order', answer: MeasuresDto })
  order(@CurrentSession() { user }: SignedIn, @Body() { ids }: OrderMeasuresDto): Promise<MeasuresDto> {
    return this.rpc.call('journal.order-measures', { userId: user.id, ids });
  }

  @Get('days', {
    summary: 'Get what was measured, by day',
    description:
      'A day with several values is summed up as the measure says. A value that was set for the day is it.',
    answer: MeasuredRangeDto,
    tagged: true,
    scopes: ['entries:read'],
    problems: [400],
  })
  days(
    @CurrentSession() { user }: SignedIn,
    @Query() { from, to }: GetStatisticsDto,
  ): Promise<MeasuredRangeDto> {
    return this.rpc.call('journal.get-measured', { userId: user.id, from, to });
  }

  @Get('together', {
    summary: 'Find what goes together',
    description:
      'Each measure with the mood, the weather and the tags, on the same day and the day after. Only what is more than chance is said to go together; it does not say that one makes the other.',
    answer: TogetherDto,
    tagged: true,
    scopes: ['entries:read'],
    problems: [400],
  })
  together(
    @CurrentSession() { user }: SignedIn,
    @Query() { from, to }: GetStatisticsDto,
  ): Promise<TogetherDto> {
    return this.rpc.call('journal.get-together', { userId: user.id, from, to });
  }

  @Put(':id', {
    summary: 'Create or change a measure',
    description: 'The client chooses the id, a UUID, so that a repeated request makes one measure.',
    answer: MeasureDto,
    problems: [400],
  })
  put(
    @CurrentSession() { user }: SignedIn,
    @Param('id') measureId: string,
    @Body() measure: MeasureFields,
  ): Promise<MeasureDto> {
    if (!OWN_ID_PATTERN.test(measureId))
      throw new DomainError('validation_failed', { ...problem(MEASURE_PROBLEMS.measure_id), field: 'id' });
    return this.rpc.call('journal.put-measure', { userId: user.id, measureId, measure });
  }

  @Delete(':id', {
    summary: 'Delete a measure with all of its values',
    description: 'To stop measuring and keep the values, archive it.',
  })
  async delete(@CurrentSession() { user }: SignedIn, @Param('id') measureId: string): Promise<void> {
    if (OWN_ID_PATTERN.test(measureId))
      await this.rpc.call('journal.delete-measure', { userId: user.id, measureId });
  }

  @Put(':id/days/:day', {
    summary: 'Set the value of a day',
    description:
      'For scripts and other apps. It is the value of that day, whatever else was measured on it. Repeating the request changes nothing.',
    scopes: ['entries:write'],
    problems: [400, 404],
  })
  async putDay(
    @CurrentSession() { user }: SignedIn,
    @Param('id') measureId: string,
    @Param('day') day: string,
    @Body() body: MeasuredDayDto,
  ): Promise<void> {
    if (!OWN_ID_PATTERN.test(measureId))
      throw new DomainError('not_found', problem(MEASURE_PROBLEMS.no_such_measure));
    if (!isDay(day))
      throw new DomainError('validation_failed', { ...problem(MEASURE_PROBLEMS.measure_day), field: 'day' });
    const { id: userId, location, timeZone: tz, dayEndsAt } = user;
    await this.rpc.call('journal.put-measured-day', {
      userId,
      measureId,
      day,
      body,
      location,
      tz,
      dayEndsAt,
    });
  }
}

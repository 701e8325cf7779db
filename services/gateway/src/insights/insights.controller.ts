import {
  ChangeInsightDto,
  InsightJobDto,
  InsightPageDto,
  ListInsightsDto,
  RequestInsightDto,
} from '@inner-weather/contracts/insights/insights.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Body, Param, Query, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { IdempotencyKey } from '../headers/idempotency-key.decorator.js';
import { Delete, Get, Patch, Post, SignedInController } from '../openapi/route.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';

/** Seconds after which to poll a job again. */
const POLL_S = '1';
const text = { schema: { type: 'string' as const } };

@SignedInController('insights', 'insights')
export class InsightsController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('', {
    summary: 'Request an insight',
    description:
      'Queues a job and returns it. If there is one of the same days by the same model, and no entry of these days has changed since, that one is returned, unless `again` is true. Poll the URL in the `Location` header until the job is done or has failed. The answer is 403 `consent_required` if entries would leave the server and the person has not consented to that: see GET /about and PATCH /user/me.',
    answer: InsightJobDto,
    headers: { Location: text, 'Retry-After': text },
    status: 202,
    problems: [404, 422],
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Repeating a request with the same key and body within 24 hours creates only one job.',
  })
  async request(
    @CurrentSession() { user }: SignedIn,
    @Body() { range, tz = user.timeZone ?? 'UTC', again }: RequestInsightDto,
    @IdempotencyKey() idempotencyKey: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InsightJobDto> {
    const { id: userId, name: userName, language = 'en', dayEndsAt } = user;
    const request = { userId, userName, language, range, tz, dayEndsAt, again, idempotencyKey };
    const job = await this.rpc.call('insights.request', request);
    reply.header('location', `/api/insights/${job.id}`).header('retry-after', POLL_S);
    return job;
  }

  @Get(':id', {
    summary: 'Get an insight',
    description: 'With If-None-Match, the answer is 304 if the insight has not changed.',
    answer: InsightJobDto,
    headers: { 'Retry-After': text },
    tagged: true,
    problems: [404],
  })
  async get(
    @CurrentSession() { user }: SignedIn,
    @Param('id') jobId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InsightJobDto> {
    const job = await this.rpc.call('insights.get', { userId: user.id, jobId: jobId.slice(0, 100) });
    if (job.status === 'queued' || job.status === 'running') reply.header('retry-after', POLL_S);
    return job;
  }

  @Patch(':id', {
    summary: 'Name an insight, or say whether it was useful or opened',
    answer: InsightJobDto,
    problems: [404],
  })
  change(
    @CurrentSession() { user }: SignedIn,
    @Param('id') jobId: string,
    @Body() changes: ChangeInsightDto,
  ): Promise<InsightJobDto> {
    return this.rpc.call('insights.change', { userId: user.id, jobId: jobId.slice(0, 100), changes });
  }

  @Delete(':id', {
    summary: 'Delete an insight',
    description:
      'An insight that is still being written is cancelled by this. What was sent to a language model cannot be taken back.',
    problems: [404],
  })
  async delete(@CurrentSession() { user }: SignedIn, @Param('id') jobId: string): Promise<void> {
    await this.rpc.call('insights.delete', { userId: user.id, jobId: jobId.slice(0, 100) });
  }

  @Get('', { summary: 'List past insights, newest first', answer: InsightPageDto, problems: [400] })
  list(
    @CurrentSession() { user }: SignedIn,
    @Query() { limit = LIMITS.insightsPageDefault, cursor, only }: ListInsightsDto,
  ): Promise<InsightPageDto> {
    return this.rpc.call('insights.list', { userId: user.id, limit, cursor, only });
  }
}

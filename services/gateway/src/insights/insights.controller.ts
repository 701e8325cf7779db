import { createHash } from 'node:crypto';
import {
  InsightJobDto,
  InsightPageDto,
  ListInsightsDto,
  RequestInsightDto,
} from '@inner-weather/contracts/insights.dto';
import { LIMITS } from '@inner-weather/contracts/limits';
import { RpcClient } from '@inner-weather/platform/messaging/rpc-client';
import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res, UseGuards } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { IdempotencyKey } from '../http/idempotency-key.decorator.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.strategy.js';

/** Seconds after which it makes sense to look at a job again. */
const POLL_S = '1';
const text = { schema: { type: 'string' as const } };

@ApiTags('insights')
@ApiSecurity('token')
@Controller('insights')
@UseGuards(TokenGuard)
export class InsightsController {
  constructor(private readonly rpc: RpcClient) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({
    summary: 'Ask for an insight',
    description:
      'Queues a job and answers it; look at it under `Location` until it is done or failed. 403 `consent_required` where entries would leave the server and the person has not agreed to that: see GET /about and PATCH /user/me.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'The same key and body within 24 h make one job, however often they are sent.',
  })
  @ApiAcceptedResponse({ type: InsightJobDto, headers: { Location: text, 'Retry-After': text } })
  @ApiProblems(400, 401, 403, 413, 415, 422, 429)
  async request(
    @CurrentSession() { user }: SignedIn,
    @Body() { range, tz = 'UTC' }: RequestInsightDto,
    @IdempotencyKey() idempotencyKey: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InsightJobDto> {
    const request = { userId: user.id, userName: user.name, range, tz, idempotencyKey };
    const job = await this.rpc.call('insights.request', request);
    reply.header('location', `/api/insights/${job.id}`).header('retry-after', POLL_S);
    return job;
  }

  @Get(':id')
  @ApiOperation({ summary: 'One insight', description: 'With If-None-Match: 304 while nothing has changed.' })
  @ApiHeader({
    name: 'If-None-Match',
    required: false,
    schema: { type: 'string', pattern: '^[\\x20-\\x7e]*$' },
  })
  @ApiOkResponse({ type: InsightJobDto, headers: { ETag: text, 'Retry-After': text } })
  @ApiResponse({ status: 304, description: 'As it was.' })
  @ApiProblems(401, 404)
  async get(
    @CurrentSession() { user }: SignedIn,
    @Param('id') jobId: string,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const job = await this.rpc.call('insights.get', { userId: user.id, jobId: jobId.slice(0, 100) });
    const body = JSON.stringify(job);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    reply.header('etag', etag);
    if (job.status === 'queued' || job.status === 'running') reply.header('retry-after', POLL_S);
    if (matches(known, etag)) await reply.status(304).send();
    else await reply.header('content-type', 'application/json; charset=utf-8').send(body);
  }

  @Get()
  @ApiOperation({ summary: 'Past insights, newest first' })
  @ApiOkResponse({ type: InsightPageDto })
  @ApiProblems(400, 401)
  list(
    @CurrentSession() { user }: SignedIn,
    @Query() { limit = LIMITS.insightsPageDefault, cursor }: ListInsightsDto,
  ): Promise<InsightPageDto> {
    return this.rpc.call('insights.list', { userId: user.id, limit, cursor });
  }
}

/** RFC 9110, If-None-Match: a list of tags, weak ones count as equal, or a star for any. */
function matches(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false;
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

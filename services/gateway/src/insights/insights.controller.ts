import {
  ChangeInsightDto,
  InsightJobDto,
  InsightPageDto,
  ListInsightsDto,
  RequestInsightDto,
} from '@inner-weather/contracts/insights/insights.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Res,
  UseGuards,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { IF_NONE_MATCH, sendTagged } from '../headers/etag.js';
import { IdempotencyKey } from '../headers/idempotency-key.decorator.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.guard.js';

/** Seconds after which to poll a job again. */
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
    summary: 'Request an insight',
    description:
      'Queues a job and returns it. If there is one of the same days by the same model, and no entry of these days has changed since, that one is returned, unless `again` is true. Poll the URL in the `Location` header until the job is done or has failed. The answer is 403 `consent_required` if entries would leave the server and the person has not consented to that: see GET /about and PATCH /user/me.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Repeating a request with the same key and body within 24 hours creates only one job.',
  })
  @ApiAcceptedResponse({ type: InsightJobDto, headers: { Location: text, 'Retry-After': text } })
  @ApiProblems(404, 422)
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

  @Get(':id')
  @ApiOperation({
    summary: 'Get an insight',
    description: 'With If-None-Match, the answer is 304 if the insight has not changed.',
  })
  @ApiHeader(IF_NONE_MATCH)
  @ApiOkResponse({ type: InsightJobDto, headers: { ETag: text, 'Retry-After': text } })
  @ApiResponse({ status: 304, description: 'The insight has not changed.' })
  @ApiProblems(404)
  async get(
    @CurrentSession() { user }: SignedIn,
    @Param('id') jobId: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const job = await this.rpc.call('insights.get', { userId: user.id, jobId: jobId.slice(0, 100) });
    if (job.status === 'queued' || job.status === 'running') reply.header('retry-after', POLL_S);
    await sendTagged(reply, job, ifNoneMatch);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Name an insight, or say whether it was useful or opened' })
  @ApiOkResponse({ type: InsightJobDto })
  @ApiProblems(404)
  change(
    @CurrentSession() { user }: SignedIn,
    @Param('id') jobId: string,
    @Body() changes: ChangeInsightDto,
  ): Promise<InsightJobDto> {
    return this.rpc.call('insights.change', { userId: user.id, jobId: jobId.slice(0, 100), changes });
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete an insight',
    description:
      'An insight that is still being written is cancelled by this. What was sent to a language model cannot be taken back.',
  })
  @ApiNoContentResponse()
  @ApiProblems(404)
  async delete(@CurrentSession() { user }: SignedIn, @Param('id') jobId: string): Promise<void> {
    await this.rpc.call('insights.delete', { userId: user.id, jobId: jobId.slice(0, 100) });
  }

  @Get()
  @ApiOperation({ summary: 'List past insights, newest first' })
  @ApiOkResponse({ type: InsightPageDto })
  @ApiProblems(400)
  list(
    @CurrentSession() { user }: SignedIn,
    @Query() { limit = LIMITS.insightsPageDefault, cursor, only }: ListInsightsDto,
  ): Promise<InsightPageDto> {
    return this.rpc.call('insights.list', { userId: user.id, limit, cursor, only });
  }
}

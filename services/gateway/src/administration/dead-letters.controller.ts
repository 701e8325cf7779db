import { DeadLettersDto, ReplayDto } from '@inner-weather/contracts/administration/service-state.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { type QueueDefinition, QUEUES } from '@inner-weather/contracts/messaging/topology';
import type { AnsweringService } from '@inner-weather/contracts/rpc/state';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Param } from '@nestjs/common';
import { Get, Post, SignedInController } from '../openapi/route.js';
import { AdminGuard } from './admin.guard.js';

/** The service that consumes a queue also reads its dead letters: no other broker user may. */
@SignedInController('administration', 'admin/queues/:queue', AdminGuard)
export class DeadLettersController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('dead-letters', {
    summary: 'List events of a queue that were given up, without their contents',
    answer: DeadLettersDto,
    problems: [404],
  })
  list(@Param('queue') queue: string): Promise<DeadLettersDto> {
    return this.rpc.call(`${consumerOf(queue)}.list-dead-letters`, { queue });
  }

  @Post('replays', {
    summary: 'Put events that were given up back into their queue',
    description: 'The oldest 200, at their first attempt. Consumers are idempotent.',
    answer: ReplayDto,
    status: 200,
    problems: [404],
  })
  replay(@Param('queue') queue: string): Promise<ReplayDto> {
    return this.rpc.call(`${consumerOf(queue)}.replay-dead-letters`, { queue });
  }
}

/** Throws `not_found`. */
function consumerOf(queue: string): AnsweringService {
  const known = Object.entries(QUEUES as Record<string, QueueDefinition>).find(([name]) => name === queue);
  const service = known?.[1].service;
  if (!service || service === 'gateway')
    throw new DomainError('not_found', problem(REQUEST_PROBLEMS.no_such_queue));
  return service;
}

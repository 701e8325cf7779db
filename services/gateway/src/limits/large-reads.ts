import { finished } from 'node:stream/promises';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { GatewayConfig } from '../config.js';

/** Seconds after which to try again: about as long as a search over a few thousand entries takes. */
const RETRY_S = 2;

/** Allows each person one long search or export at a time, on this gateway. */
@Injectable()
export class LargeReads {
  private readonly activeReaders = new Set<string>();

  constructor(private readonly config: GatewayConfig) {}

  /**
   * Does the work that answers `reply`. It counts as running until the work has ended and the answer has been sent or
   * its connection has closed, since its bytes are in memory until then. Throws `rate_limited` while another one is
   * running.
   */
  async run(userId: string, reply: FastifyReply, work: () => Promise<void>): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return work();
    if (this.activeReaders.has(userId)) {
      throw new DomainError('rate_limited', problem(REQUEST_PROBLEMS.read_still_running), RETRY_S);
    }
    this.activeReaders.add(userId);
    const answerEnd = finished(reply.raw).catch(() => undefined);
    try {
      await work();
    } finally {
      void answerEnd.then(() => this.activeReaders.delete(userId));
    }
  }
}

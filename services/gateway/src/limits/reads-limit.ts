import { type LimitPolicy, setRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { MinuteCounts } from './minute-counts.js';

const METHODS = ['GET', 'HEAD'];

/** Marks a route that only reads, although its method suggests otherwise. */
export const OnlyReads = Reflector.createDecorator<void>();

/** Limits how often one person reads. */
@Injectable()
export class ReadsLimit {
  private readonly counts = new MinuteCounts();

  constructor(
    private readonly config: GatewayConfig,
    private readonly reflector: Reflector,
  ) {}

  /** Counts a request that reads. Throws `rate_limited` above the limit. */
  count(context: ExecutionContext, userId: string): void {
    if (this.config.RATE_LIMITS === 'off') return;
    const { method } = context.switchToHttp().getRequest<FastifyRequest>();
    const isMarked = this.reflector.get(OnlyReads, context.getHandler()) !== undefined;
    if (!METHODS.includes(method) && !isMarked) return;
    const count = this.counts.add(userId);
    const policy: LimitPolicy = {
      name: 'reads',
      subject: 'reads',
      quota: this.config.READS_PER_MINUTE,
      windowMs: MinuteCounts.windowMs,
    };
    setRateLimit(policy, count);
    if (count > policy.quota) throw tooMany(policy);
  }
}

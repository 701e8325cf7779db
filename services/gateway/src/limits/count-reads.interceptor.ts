import { type LimitPolicy, tellRateLimit, tooMany } from '@inner-weather/platform/limits/rate-limiter';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { GatewayConfig } from '../config.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { MinuteCounts } from './minute-counts.js';

const METHODS = ['GET', 'HEAD'];

/** For a route that changes nothing, although its method says otherwise. */
export const OnlyReads = Reflector.createDecorator<void>();

/** Limits how often one person reads, on every route behind the TokenGuard, before the query is validated. */
@Injectable()
export class CountReads implements NestInterceptor {
  private readonly counts = new MinuteCounts();

  constructor(
    private readonly config: GatewayConfig,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() === 'http') this.count(context);
    return next.handle();
  }

  private count(context: ExecutionContext): void {
    const { method, user: signedIn } = context
      .switchToHttp()
      .getRequest<FastifyRequest & { user?: SignedIn }>();
    if (this.config.RATE_LIMITS === 'off' || !signedIn) return;
    const isMarked = this.reflector.get(OnlyReads, context.getHandler()) !== undefined;
    if (!METHODS.includes(method) && !isMarked) return;
    const count = this.counts.add(signedIn.user.id);
    const policy: LimitPolicy = {
      name: 'reads',
      words: 'requests in a short time',
      quota: this.config.READS_PER_MINUTE,
      windowMs: MinuteCounts.windowMs,
    };
    tellRateLimit(policy, count);
    if (count > policy.quota) throw tooMany(policy);
  }
}

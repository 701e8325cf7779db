import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { MinuteLimit } from './minute-limit.js';

const METHODS = ['GET', 'HEAD'];

/** Marks a route that only reads, although its method suggests otherwise. */
export const OnlyReads = Reflector.createDecorator<void>();

/** Limits how often one person reads. */
@Injectable()
export class ReadsLimit {
  private readonly limit: MinuteLimit;

  constructor(
    config: GatewayConfig,
    private readonly reflector: Reflector,
  ) {
    this.limit = new MinuteLimit(config, { name: 'reads', subject: 'reads', quota: config.READS_PER_MINUTE });
  }

  /** Counts a request that reads. Throws `rate_limited` above the limit. */
  count(context: ExecutionContext, userId: string): void {
    const { method } = context.switchToHttp().getRequest<FastifyRequest>();
    const isMarked = this.reflector.get(OnlyReads, context.getHandler()) !== undefined;
    if (!METHODS.includes(method) && !isMarked) return;
    this.limit.count(userId);
  }
}

import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import { asDomainError } from '@inner-weather/platform/errors';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { type Observable, tap } from 'rxjs';

const READ = /^auth\.(?:get|list)-/;

/** What a call says about who asks. */
type Asked = Partial<Record<'userId' | 'sessionId', string>>;

/**
 * Logs one line about every sign-in, sign-out and change to an account, with its outcome: who by id, and never what
 * somebody typed. Reads have only the gateway's line about the request.
 */
@Injectable()
export class SecurityLog implements NestInterceptor {
  private readonly logger = new Logger(SecurityLog.name);

  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const [event = ''] = this.reflector.get<string[]>(PATTERN_METADATA, context.getHandler());
    if (READ.test(event)) return next.handle();
    const { userId, sessionId } = context.switchToRpc().getData<Asked | null>() ?? {};
    const fields = { event, userId, sessionId, msg: 'security event' };
    return next.handle().pipe(
      tap({
        next: (answer: Partial<SessionGrant> | null) =>
          this.logger.log({ ...fields, outcome: 'ok', userId: userId ?? answer?.user?.id }),
        error: (error: unknown) =>
          this.logger.warn({ ...fields, outcome: asDomainError(error)?.code ?? 'internal' }),
      }),
    );
  }
}

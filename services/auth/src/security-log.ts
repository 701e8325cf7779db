import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type { FinishedOidc } from '@inner-weather/contracts/rpc/oidc';
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

/** The formats of the ids of accounts and sessions. Any other text may be a user's input, and is never logged. */
const USER_ID = /^[0-9a-f]{24}$/;
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Its `sessionId` comes from the address of the request: it is ours only if there is such a session. */
const END_SESSION = 'auth.end-session';

/** The fields of a call that identify the caller, or another account. */
type CallerIds = Partial<Record<'userId' | 'sessionId' | 'accountId', unknown>>;

/**
 * Logs one line about every sign-in, sign-out and change to an account, with its outcome and the user's id, but
 * never with a user's input. Reads have only the gateway's line about the request.
 */
@Injectable()
export class SecurityLog implements NestInterceptor {
  private readonly logger = new Logger(SecurityLog.name);

  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const [event = ''] = this.reflector.get<string[]>(PATTERN_METADATA, context.getHandler());
    if (READ.test(event)) return next.handle();
    const ids = context.switchToRpc().getData<CallerIds | null>();
    const userId = idIn(ids?.userId, USER_ID);
    const sessionId = idIn(ids?.sessionId, SESSION_ID);
    // The account that an administrator changes.
    const accountId = idIn(ids?.accountId, USER_ID);
    const fields = { event, userId, sessionId, ...(accountId && { accountId }), msg: 'security event' };
    return next.handle().pipe(
      tap({
        next: (answer: Partial<SessionGrant & FinishedOidc> | null) => {
          const { user = answer?.grant?.user, problem } = answer ?? {};
          const line = { ...fields, outcome: problem ?? 'ok', userId: userId ?? user?.id };
          if (problem === undefined) this.logger.log(line);
          else this.logger.warn(line);
        },
        error: (error: unknown) => {
          const outcome = asDomainError(error)?.code ?? 'internal';
          this.logger.warn({ ...fields, outcome, ...(event === END_SESSION && { sessionId: undefined }) });
        },
      }),
    );
  }
}

/** Interceptors run before the request is validated, so it may be anything. */
function idIn(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}

import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { SignedIn } from '../sessions/signed-in.js';

/** Milliseconds that auth may take to say who administers. */
const TIMEOUT_MS = 2_000;
/** Milliseconds for which a confirmed administrator still sees the state while auth cannot be asked. */
const REMEMBERED_MS = 10 * 60_000;

/**
 * Marks a route that answers administrators who were confirmed lately, even while auth cannot be asked: it has to say
 * that auth, its database or the broker is gone. It must show nothing of people.
 */
export const StaysOpen = Reflector.createDecorator<void>();

/** A request of an administrator. */
export interface AdminRequest extends FastifyRequest {
  user: SignedIn;
  /** False if auth could not be asked. */
  isConfirmed: boolean;
}

/**
 * Lets only administrators through; others get `forbidden`. Auth is asked at each request, since a token is hours old.
 * Use it behind the TokenGuard.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  private readonly confirmed = new LRUCache<string, true>({ max: 1_000, ttl: REMEMBERED_MS });

  constructor(
    private readonly rpc: RpcClient,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const userId = request.user.user.id;
    try {
      await this.rpc.call('auth.get-administrator', { userId }, { timeoutMs: TIMEOUT_MS });
      this.confirmed.set(userId, true);
      request.isConfirmed = true;
    } catch (error) {
      const isAway = error instanceof DomainError && ['unavailable', 'timeout'].includes(error.code);
      if (!isAway) this.confirmed.delete(userId);
      const staysOpen = this.reflector.get(StaysOpen, context.getHandler()) !== undefined;
      if (!isAway || !staysOpen || !this.confirmed.has(userId)) throw error;
      request.isConfirmed = false;
    }
    return true;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@inner-weather/contracts/limits';
import type { RevokedSession } from '@inner-weather/contracts/rpc/auth';
import { HealthRegistry } from '@inner-weather/platform/health';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';

const RETRY_MS = 500;
/** Milliseconds after the start in which connections may come and go: what starts beside it waits until it is ready. */
const START_MS = 60_000;

/** Sessions in the list, about 150 bytes each. */
export const REVOKED_MAX = 100_000;

/**
 * Revoked sessions whose tokens have not expired. Events add to the list. It is fetched whenever the subscription is
 * made, page by page, since events before that were missed. The process is not ready before the list is known, nor, in
 * its first minute, when the broker was lost again. When it is lost later the process stays ready: requests without a
 * token can be answered, and only the list is unknown.
 *
 * The list is bounded. If it is full, its oldest session is dropped, and every token that is as old as the newest token
 * of that session is refused from then on. The browser of an open session gets a new one by its cookie.
 */
@Injectable()
export class Denylist implements OnApplicationShutdown {
  private readonly logger = new Logger(Denylist.name);
  /** Session id -> the second after which none of its tokens is valid any more. In the order in which they were added. */
  private readonly revoked = new Map<string, number>();
  /** Tokens that end at this second or earlier may belong to a session that was dropped. */
  private droppedUntil = 0;
  private readonly createdAt = Date.now();
  private everKnown = false;
  /** Identifies the current subscription. A list that was requested under an earlier one may lack a revocation. */
  private subscription?: symbol;
  private known?: symbol;

  constructor(
    private readonly broker: Broker,
    private readonly rpc: RpcClient,
    health: HealthRegistry,
  ) {
    // After this event the subscription exists: nothing falls between it and the fetch.
    broker.consuming.on('up', () => void this.fetch((this.subscription = Symbol())));
    broker.consuming.on('down', () => (this.subscription = undefined));
    health.add('revocations', () => this.isKnown || (this.everKnown && !this.isStarting));
  }

  add(sessionId: string, until: number): void {
    this.revoked.set(sessionId, until);
    // All tokens last equally long, so the session that was added first is over first, give or take a fetch.
    const now = Date.now() / 1_000;
    for (const [id, end] of this.revoked) {
      if (end >= now && this.revoked.size <= REVOKED_MAX) return;
      this.revoked.delete(id);
      if (end >= now) this.drop(end);
    }
  }

  /** `tokenEnd`: the second from which the token is no longer valid. */
  has(sessionId: string, tokenEnd: number): boolean {
    return this.revoked.has(sessionId) || tokenEnd <= this.droppedUntil;
  }

  /** Whether every session that has ended is in the list: since the subscription was made, it has been fetched. */
  get isKnown(): boolean {
    return this.subscription !== undefined && this.known === this.subscription;
  }

  private get isStarting(): boolean {
    return Date.now() - this.createdAt < START_MS;
  }

  onApplicationShutdown(): void {
    this.subscription = undefined;
  }

  private drop(until: number): void {
    if (this.droppedUntil < Date.now() / 1_000)
      this.logger.warn('too many sessions have ended: older tokens are refused');
    this.droppedUntil = Math.max(this.droppedUntil, until);
  }

  /** Asks until there is an answer, or a newer subscription for which the list is fetched again. */
  private async fetch(subscription: symbol): Promise<void> {
    while (this.subscription === subscription) {
      try {
        // The connections come up in any order, and a call that fails at once would only be tried again much later.
        await this.broker.readyForCalls();
        const sessions = await this.fetchPages(subscription);
        if (this.subscription !== subscription) return;
        this.known = subscription;
        this.everKnown = true;
        this.logger.log({ sessions, msg: 'revoked sessions fetched' });
        return;
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  /** Adds the sessions of all pages and answers how many they are. */
  private async fetchPages(subscription: symbol): Promise<number> {
    let sessions = 0;
    let page: RevokedSession[] = [];
    do {
      const after = page.at(-1)?.sessionId;
      page = await this.rpc.call('auth.list-revoked-sessions', { after });
      for (const { sessionId, until } of page) this.add(sessionId, until);
      sessions += page.length;
    } while (page.length >= LIMITS.revokedSessionsPage && this.subscription === subscription);
    return sessions;
  }
}

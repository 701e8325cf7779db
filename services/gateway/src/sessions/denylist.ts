import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@inner-weather/domain/limits';
import type { RevokedSession } from '@inner-weather/contracts/rpc/auth';
import { HealthRegistry } from '@inner-weather/platform/health';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';

const RETRY_MS = 500;
/** Milliseconds after the start in which a lost connection makes the process unready, so that the start waits for it. */
const START_MS = 60_000;

/** The most sessions in the list, about 150 bytes each. */
export const REVOKED_MAX = 100_000;

/**
 * The revoked sessions whose tokens have not expired. Events add to the list. After every new subscription the whole list
 * is fetched page by page, because earlier events were missed. The process becomes ready when the list is known. In the
 * first minute, losing the broker makes it unready again. Later it stays ready, because requests without a token can
 * still be answered.
 *
 * The list is bounded. When it is full, its oldest session is dropped, and from then on every token that is not newer than
 * that session's newest token is refused. The browser of an open session gets a new token with its cookie.
 */
@Injectable()
export class Denylist implements OnApplicationShutdown {
  private readonly logger = new Logger(Denylist.name);
  /** Maps session ids to the second after which no token of the session is valid, in insertion order. */
  private readonly revokedSessions = new Map<string, number>();
  /** Tokens that end at this second or earlier may belong to a session that was dropped. */
  private droppedUntil = 0;
  private readonly createdAt = Date.now();
  private wasEverKnown = false;
  /** Identifies the current subscription. A list that was requested under an earlier one may be incomplete. */
  private subscription?: symbol;
  private knownSubscription?: symbol;

  constructor(
    private readonly broker: Broker,
    private readonly rpc: RpcClient,
    health: HealthRegistry,
  ) {
    // The subscription exists before the list is fetched, so that no revocation is missed in between.
    broker.consuming.on('up', () => void this.fetch((this.subscription = Symbol())));
    broker.consuming.on('down', () => (this.subscription = undefined));
    health.add('revocations', () => this.isKnown || (this.wasEverKnown && !this.isStarting));
  }

  add(sessionId: string, until: number): void {
    this.revokedSessions.set(sessionId, until);
    // All tokens live equally long, so sessions expire roughly in insertion order.
    const now = Date.now() / 1_000;
    for (const [id, end] of this.revokedSessions) {
      if (end >= now && this.revokedSessions.size <= REVOKED_MAX) return;
      this.revokedSessions.delete(id);
      if (end >= now) this.drop(end);
    }
  }

  /** `tokenEnd`: the second from which the token is no longer valid. */
  has(sessionId: string, tokenEnd: number): boolean {
    return this.revokedSessions.has(sessionId) || tokenEnd <= this.droppedUntil;
  }

  /** Whether the list is complete: it has been fetched since the current subscription began. */
  get isKnown(): boolean {
    return this.subscription !== undefined && this.knownSubscription === this.subscription;
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

  /** Retries until the list is fetched, or until a newer subscription starts its own fetch. */
  private async fetch(subscription: symbol): Promise<void> {
    while (this.subscription === subscription) {
      try {
        // Waits for the connection for calls. A call without it would fail, and the retry would come much later.
        await this.broker.readyForCalls();
        const sessions = await this.fetchPages(subscription);
        if (this.subscription !== subscription) return;
        this.knownSubscription = subscription;
        this.wasEverKnown = true;
        this.logger.log({ sessions, msg: 'revoked sessions fetched' });
        return;
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  /** Adds the sessions of all pages and returns their number. */
  private async fetchPages(subscription: symbol): Promise<number> {
    let sessions = 0;
    let page: RevokedSession[] = [];
    do {
      const afterSessionId = page.at(-1)?.sessionId;
      page = await this.rpc.call('auth.list-revoked-sessions', { after: afterSessionId });
      for (const { sessionId, until } of page) this.add(sessionId, until);
      sessions += page.length;
    } while (page.length >= LIMITS.revokedSessionsPage && this.subscription === subscription);
    return sessions;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { HealthRegistry } from '@inner-weather/platform/health';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';

const RETRY_MS = 500;
/** Milliseconds after the start in which connections may come and go: what starts beside it waits until it is ready. */
const START_MS = 60_000;

/**
 * Revoked sessions whose tokens have not expired. Events add to the list. It is fetched as a whole whenever the
 * subscription is made, since events before that were missed. The process is not ready before the list is known, nor, in
 * its first minute, when the broker was lost again. When it is lost later the process stays ready: requests without a
 * token can be answered, and only the list is unknown.
 */
@Injectable()
export class Denylist implements OnApplicationShutdown {
  private readonly logger = new Logger(Denylist.name);
  /** Session id -> the second after which none of its tokens is valid any more. */
  private readonly revoked = new Map<string, number>();
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
    const now = Date.now() / 1_000;
    for (const [id, end] of this.revoked) if (end < now) this.revoked.delete(id);
    this.revoked.set(sessionId, until);
  }

  has(sessionId: string): boolean {
    return this.revoked.has(sessionId);
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

  /** Asks until there is an answer, or a newer subscription for which the list is fetched again. */
  private async fetch(subscription: symbol): Promise<void> {
    while (this.subscription === subscription) {
      try {
        // The connections come up in any order, and a call that fails at once would only be tried again much later.
        await this.broker.readyForCalls();
        const revoked = await this.rpc.call('auth.list-revoked-sessions', {});
        for (const { sessionId, until } of revoked) this.add(sessionId, until);
        if (this.subscription !== subscription) return;
        this.known = subscription;
        this.everKnown = true;
        this.logger.log({ sessions: revoked.length, msg: 'revoked sessions fetched' });
        return;
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }
}

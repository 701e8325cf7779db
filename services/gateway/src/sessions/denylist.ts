import { setTimeout as sleep } from 'node:timers/promises';
import { HealthRegistry } from '@inner-weather/platform/health';
import { Broker } from '@inner-weather/platform/messaging/broker';
import { RpcClient } from '@inner-weather/platform/messaging/rpc-client';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';

const RETRY_MS = 500;

/**
 * Sessions whose tokens are refused though they have not run out. Told by events; fetched whole whenever the
 * subscription is (re)made, since what was told meanwhile was missed. Not ready before the first fetch.
 */
@Injectable()
export class Denylist implements OnApplicationShutdown {
  private readonly logger = new Logger(Denylist.name);
  /** Session id -> the second after which none of its tokens is valid any more. */
  private readonly revoked = new Map<string, number>();
  private fetched = false;
  private fetching = false;
  private stopped = false;

  constructor(
    broker: Broker,
    private readonly rpc: RpcClient,
    health: HealthRegistry,
  ) {
    // After this event the subscription exists: nothing falls between it and the fetch.
    broker.consuming.on('up', () => void this.fetch());
    health.add('revocations', () => this.fetched);
  }

  add(sessionId: string, until: number): void {
    const now = Date.now() / 1_000;
    for (const [id, end] of this.revoked) if (end < now) this.revoked.delete(id);
    this.revoked.set(sessionId, until);
  }

  has(sessionId: string): boolean {
    return this.revoked.has(sessionId);
  }

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /** Asks until there is an answer. */
  private async fetch(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    while (!this.stopped) {
      try {
        const revoked = await this.rpc.call('auth.list-revoked-sessions', {});
        for (const { sessionId, until } of revoked) this.add(sessionId, until);
        this.fetched = true;
        this.logger.log({ sessions: revoked.length, msg: 'revoked sessions fetched' });
        break;
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    this.fetching = false;
  }
}

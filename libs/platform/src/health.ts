import { createServer, type Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { createMetrics, registry } from './metrics.js';

/** Milliseconds after which a check counts as failed. */
const CHECK_TIMEOUT_MS = 2_000;
const JSON_TYPE = 'application/json';

/** The name of the database check, in services that have a database. */
export const DATABASE_CHECK = 'database';

type Check = () => boolean | Promise<boolean>;

/** The readiness checks of one service. */
@Injectable()
export class HealthRegistry {
  private readonly checks = new Map<string, Check>();
  private readonly running = new Map<string, Promise<boolean>>();

  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  has(name: string): boolean {
    return this.checks.has(name);
  }

  /** Makes the process not ready, so that it gets no new requests before it stops. */
  markStopping(): void {
    this.add('running', () => false);
  }

  /** Runs one check. Concurrent callers share one run. A check that does not exist passes. */
  isPassing(name: string): Promise<boolean> {
    const check = this.checks.get(name);
    if (!check) return Promise.resolve(true);
    const result = this.running.get(name) ?? passesInTime(check).finally(() => this.running.delete(name));
    this.running.set(name, result);
    return result;
  }

  /** Runs every check. Resolves with whether each passed, by name. */
  async run(): Promise<Record<string, boolean>> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await passesInTime(check)] as const),
    );
    return Object.fromEntries(results);
  }
}

async function passesInTime(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, false);
  });
  try {
    return await Promise.race([Promise.resolve().then(check), timeout]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Serves GET /health/live (the process runs), GET /health/ready (every check passes, else 503) and GET /metrics
 * (Prometheus) on a separate port. Liveness does not depend on other processes, so an outage elsewhere causes no
 * restarts. It responds before the app is created, so that a process that waits for its database is not restarted.
 * `health` returns undefined until the app has started.
 */
export async function startAdminServer(
  health: () => HealthRegistry | undefined,
  port: number,
  host: string,
): Promise<Server> {
  createMetrics();
  const server = createServer((request, response) => {
    respond(request.url, health()).then(
      ([status, type, body]) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

/** Returns status, content type and body. */
async function respond(
  path: string | undefined,
  health: HealthRegistry | undefined,
): Promise<[number, string, string]> {
  switch (path) {
    case '/health/live':
      return [200, JSON_TYPE, '{"status":"ok"}'];
    case '/health/ready': {
      if (!health) return [503, JSON_TYPE, '{"status":"starting"}'];
      const checks = await health.run();
      const ready = Object.values(checks).every(Boolean);
      const body = JSON.stringify({ status: ready ? 'ok' : 'unavailable', checks });
      return [ready ? 200 : 503, JSON_TYPE, body];
    }
    case '/metrics':
      return [200, registry().contentType, await registry().metrics()];
    default:
      return [404, 'text/plain', 'Not found'];
  }
}

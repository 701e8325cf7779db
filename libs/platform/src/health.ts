import { createServer, type Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, register } from 'prom-client';

/** Milliseconds that a check may take before it counts as failed. */
const CHECK_TIMEOUT_MS = 2_000;
const JSON_TYPE = 'application/json';

/** The check of the database, in services that have one. */
export const DATABASE_CHECK = 'database';

type Check = () => boolean | Promise<boolean>;

/** The checks that must pass for this process to be ready. */
@Injectable()
export class HealthRegistry {
  private readonly checks = new Map<string, Check>();
  private readonly underWay = new Map<string, Promise<boolean>>();

  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** The process is about to stop: from now on it is not ready, so that it gets no more requests. */
  leave(): void {
    this.add('running', () => false);
  }

  /** Runs one check, once for all who ask at the same time. One that does not exist passes. */
  passes(name: string): Promise<boolean> {
    const check = this.checks.get(name);
    if (!check) return Promise.resolve(true);
    const asked = this.underWay.get(name) ?? withinTime(check).finally(() => this.underWay.delete(name));
    this.underWay.set(name, asked);
    return asked;
  }

  /** Runs every check: name -> passed. */
  async run(): Promise<Record<string, boolean>> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await withinTime(check)] as const),
    );
    return Object.fromEntries(results);
  }
}

async function withinTime(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, false);
  });
  try {
    return await Promise.race([Promise.resolve().then(check), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Serves GET /health/live (the process runs), GET /health/ready (every check passes; else 503) and GET /metrics
 * (Prometheus) on a port of their own. Liveness depends on no other process, so that an outage restarts nothing. It
 * answers before the app is created, so that a start that waits for its database does not count as dead. `health` answers
 * undefined until the app has started.
 */
export async function startAdminServer(
  health: () => HealthRegistry | undefined,
  port: number,
  host: string,
): Promise<Server> {
  // Memory, CPU, event loop and garbage collection of this process.
  collectDefaultMetrics();
  const server = createServer((request, response) => {
    answer(request.url, health()).then(
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

/** Status, type and body. */
async function answer(
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
      return [200, register.contentType, await register.metrics()];
    default:
      return [404, 'text/plain', 'Not found'];
  }
}

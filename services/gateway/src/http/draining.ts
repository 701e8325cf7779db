import type { FastifyInstance } from 'fastify';

const drainingServers = new WeakSet<FastifyInstance>();

/**
 * From now on every answer has `Connection: close`, so that clients open their next connection to another gateway. Idle
 * connections are not closed, because a request may just be on its way over one of them.
 */
export function beginDraining(fastify: FastifyInstance): void {
  drainingServers.add(fastify);
}

export const isDraining = (fastify: FastifyInstance): boolean => drainingServers.has(fastify);

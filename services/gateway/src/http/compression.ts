import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * The only routes whose answers are compressed: documents that are the same for all users, and long texts of people. An
 * answer with a secret (a token, a recovery code, a second factor's key, an invitation, a session) must never be added:
 * an attacker who can choose other parts of the answer and watch the network could infer the secret from the compressed
 * length (BREACH, https://www.breachattack.com).
 */
export const COMPRESSED: ReadonlySet<string> = new Set([
  'GET /api/openapi.json',
  'GET /api/help-lines',
  'GET /api/journal/search',
  'POST /api/journal/search',
  'GET /api/journal/days',
  'GET /api/journal/statistics',
  'GET /api/insights',
  'GET /api/insights/:id',
]);

/** Shorter answers (in bytes) are not compressed: they fit into one packet anyway. */
const THRESHOLD_BYTES = 1_024;

/** Compresses the answers of these routes, including raw bytes. Must be called before the routes are registered. */
export async function compressAnswers(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onRoute', (route) => {
    const names = [route.method].flat().map((method) => `${method} ${route.url}`);
    route.compress = names.some((name) => COMPRESSED.has(name)) ? {} : false;
  });
  await fastify.register(fastifyCompress, {
    // Request bodies are never decompressed: a small body could become a very large one.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: THRESHOLD_BYTES,
  });
}

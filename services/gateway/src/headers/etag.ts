import { createHash } from 'node:crypto';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The header, for the document. */
export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  required: false,
  schema: { type: 'string' as const, pattern: '^[\\x20-\\x7e]*$' },
};

/** The header of an answer with a tag, for the document. */
export const ETAG = { ETag: { schema: { type: 'string' as const } } };
export const UNCHANGED = { status: 304, description: 'The answer is the one with that tag.' };

const TAGGED = 'tagged';

/** For a route whose answers have an ETag: see tagAnswers. */
export const IsTagged = (): MethodDecorator => RouteConfig({ [TAGGED]: true });

/**
 * Gives the answers of tagged routes an ETag, and answers 304 to a client that has the same already. The tag is weak: the
 * bytes differ with compression, but they mean the same. It is a hook because Nest sets the route's status after its
 * interceptors. Must be called before the routes are registered.
 */
export function tagAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, body, done) => {
    if (!isTagged(request) || reply.statusCode !== 200 || typeof body !== 'string') return done(null, body);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    reply.header('etag', `W/${etag}`);
    if (!matches(request.headers['if-none-match'], etag)) return done(null, body);
    reply.status(304).removeHeader('content-type');
    done(null, null);
  });
}

const isTagged = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { [TAGGED]?: boolean } | undefined)?.[TAGGED] === true;

/** RFC 9110, If-None-Match: a list of tags, compared weakly, or a star for any. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** The header, for the document. */
export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  required: false,
  schema: { type: 'string' as const, pattern: '^[\\x20-\\x7e]*$' },
};

/** The header of an answer with a tag, for the document. */
export const ETAG = { ETag: { schema: { type: 'string' as const } } };
export const UNCHANGED = { status: 304, description: 'The answer is the one with that tag.' };

/**
 * Answers JSON with an ETag, or 304 to a client that has it already. The tag is weak: the bytes differ with compression,
 * but they mean the same.
 * @param ifNoneMatch the request's If-None-Match
 */
export async function sendTagged(
  reply: FastifyReply,
  answer: object,
  ifNoneMatch: string | undefined,
): Promise<void> {
  const body = JSON.stringify(answer);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', `W/${etag}`);
  if (matches(ifNoneMatch, etag)) await reply.status(304).send();
  else await reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/** RFC 9110, If-None-Match: a list of tags, compared weakly, or a star for any. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

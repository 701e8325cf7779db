import { LIMITS } from '@inner-weather/domain/limits';

/** The header, for the document. */
export const IF_MATCH = {
  name: 'If-Match',
  required: false,
  description:
    'The ETag of the entry as the client read it. If the entry has been changed since, the answer is 412 and nothing changes. If absent, the request applies to the entry whatever it is now.',
  schema: { type: 'string' as const, pattern: '^[\\x20-\\x7e]*$' },
};

/**
 * The tags of an If-Match (RFC 9110, section 13.1.1); undefined without one. A tag that a proxy has made weak, because it
 * compressed the answer, counts as the one that we sent.
 */
export function tagsOfIfMatch(header: string | undefined): string[] | undefined {
  return header
    ?.split(',', LIMITS.ifMatchMax)
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .filter((tag) => tag.length <= LIMITS.ifMatchTagMax);
}

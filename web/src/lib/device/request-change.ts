import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import type { Client } from 'openapi-fetch';
import type { paths } from '../api/api-types.gen';
import type { Entry, Waiting } from './outbox';

/** The answer to a change. A deletion answers no entry. */
interface Answer {
  data?: Entry;
  error?: unknown;
  response: Response;
}

/** Sends a change that waits. Rejects if no answer comes. */
export async function requestChange(
  client: Client<paths>,
  { id, entryId, change }: Waiting,
): Promise<Answer> {
  if (change.kind === 'create') {
    const header = { 'Idempotency-Key': id };
    return client.POST('/api/journal/new', { body: change.body, params: { header } });
  }
  const params = { path: { id: entryId }, header: { 'If-Match': entryTagOf({ updatedAt: change.base }) } };
  if (change.kind === 'update') return client.PUT('/api/journal/update/{id}', { params, body: change.body });
  const { error, response } = await client.DELETE('/api/journal/delete/{id}', { params });
  return { error, response };
}

import { defineMessages } from '@inner-weather/languages/messages';

/** Problems with any request: it cannot be read or is not allowed, or the installation cannot answer it now. */
export const REQUEST_PROBLEMS = defineMessages('problem', {
  address_long_list: 'The address of the request has a list that is too long.',
  address_too_deep: 'The address of the request is nested too deeply.',
  address_too_many_fields: 'The address of the request has too many fields.',
  address_too_many_values: 'The address of the request has too many values.',
  address_too_long: 'The address or the headers of the request are too long.',
  address_unreadable: 'The address of the request cannot be read.',
  body_long_list: 'The body has a list that is too long.',
  body_not_json: 'The body must be sent as application/json.',
  body_not_object: 'The body must be a JSON object.',
  body_too_deep: 'The body is nested too deeply.',
  body_too_many_fields: 'The body has too many fields.',
  body_too_many_values: 'The body has too many values.',
  body_unreadable: 'The request cannot be read: its body must be a JSON object.',
  busy_with_answers: 'The journal is busy with large answers right now. Please try again in a moment.',
  busy_with_requests: 'The journal is busy with large requests right now. Please try again in a moment.',
  idempotency_key_invalid: 'Idempotency-Key must have 1 to {max} visible ASCII characters',
  idempotency_key_reused: 'This Idempotency-Key was used with another body.',
  internal: 'Something went wrong on our side.',
  internal_try_again: 'Something went wrong on our side. Please try again.',
  no_such_queue: 'There is no such queue.',
  // The page takes it for a fault of a proxy, so a missing resource has a code of its own.
  not_found: 'There is nothing at this address.',
  not_http: 'The request is not HTTP.',
  part_unreachable: 'A part of the journal is not reachable right now. Please try again in a moment.',
  read_still_running:
    'Another long search or export of yours is still running. Please try again in a moment.',
  request_invalid: 'The request is not valid.',
  request_late: 'The request did not arrive in time.',
  request_too_large: 'The request is too large.',
  storage_full:
    'The storage of this journal is full. You can read, but not save, until the person who runs this journal has made room.',
  storage_unreachable: 'The journal cannot reach its storage right now. Please try again in a moment.',
  timeout: 'That took too long. Please try again in a moment.',
  too_many_requests: 'Too many requests. Please try again in a moment.',
  unread_answers: 'Other answers to you have not been read yet. Please try again in a moment.',
  wrong_host:
    'The journal is not available under this host name. The administrator can add it with PUBLIC_URL or ALLOWED_HOSTS.',
  wrong_origin:
    'Requests from pages of other sites are not allowed. If this page is the journal itself, tell the person who runs it: the reverse proxy does not pass on Host, or PUBLIC_URL is another address.',
});

import { uuid } from '../uuid';

/**
 * W3C Trace Context of one request (https://www.w3.org/TR/trace-context/#traceparent-header): random ids under which
 * the server follows it through its services. They reveal nothing about the user, and each request has its own.
 */
export function newTraceparent(): string {
  return `00-${uuid()}-${uuid().slice(16)}-01`;
}

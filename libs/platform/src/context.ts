import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';

/** What travels with a piece of work through every service: into the logs and into the messages that it sends. */
export interface WorkContext {
  /** The same for everything that one request set off, on the day or a week later. */
  correlationId: string;
  /** The id of the event that this work answers. */
  causationId?: string;
  /** W3C Trace Context: `00-<trace id>-<span id>-<flags>`. */
  traceparent?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

export function currentContext(): WorkContext | undefined {
  return storage.getStore();
}

export function runInContext<T>(context: WorkContext, work: () => T): T {
  return storage.run(context, work);
}

/** The context of work that nobody asked for: a sweep, a reconciler, the first touch of a request. */
export function newContext(correlationId: string = randomUUID()): WorkContext {
  return {
    correlationId,
    traceparent: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`,
  };
}

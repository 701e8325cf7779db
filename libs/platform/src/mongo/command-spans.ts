import type { Connection } from 'mongoose';
import { currentContext } from '../context.js';
import { type Span, startSpan, tracingIsOn } from '../telemetry/spans.js';

/** Commands that the driver sends on its own. */
const HOUSEKEEPING = new Set(['hello', 'ismaster', 'ping', 'endSessions', 'killCursors']);

/**
 * Creates a span for each command of a connection with `monitorCommands`. Commands outside of a trace, such as those of
 * a sweep, get none. Spans have no filters or results, since both contain users' data.
 */
export function traceCommands(connection: Connection): void {
  if (!tracingIsOn()) return;
  const spans = new Map<number, Span>();
  const client = connection.getClient();
  client.on('commandStarted', ({ requestId, commandName, databaseName, command }) => {
    if (!currentContext()?.traceparent || HOUSEKEEPING.has(commandName)) return;
    const target: unknown = command[commandName === 'getMore' ? 'collection' : commandName];
    const collection = typeof target === 'string' ? target : undefined;
    const attributes = {
      'db.system.name': 'mongodb',
      'db.operation.name': commandName,
      'db.namespace': databaseName,
      'db.collection.name': collection,
    };
    const name = collection ? `${commandName} ${collection}` : commandName;
    spans.set(requestId, startSpan(name, { kind: 'client', attributes }));
  });
  const end = (requestId: number, failure?: string): void => {
    const span = spans.get(requestId);
    spans.delete(requestId);
    if (failure) span?.fail(failure);
    span?.end();
  };
  client.on('commandSucceeded', ({ requestId }) => end(requestId));
  client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure.name));
}

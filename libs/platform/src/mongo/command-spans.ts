import type { Connection } from 'mongoose';
import { currentContext } from '../context.js';
import { type Span, startSpan, tracingIsOn } from '../telemetry/spans.js';

/** Commands of the driver itself. */
const HOUSEKEEPING = new Set(['hello', 'ismaster', 'ping', 'endSessions', 'killCursors']);

/**
 * Makes a span for each command of a connection that has `monitorCommands`. A command outside of any trace, such as a
 * sweep's, gets none. Filters and results are left out, since both hold what people wrote.
 */
export function traceCommands(connection: Connection): void {
  if (!tracingIsOn()) return;
  const underWay = new Map<number, Span>();
  const client = connection.getClient();
  client.on('commandStarted', ({ requestId, commandName, databaseName, command }) => {
    if (!currentContext()?.traceparent || HOUSEKEEPING.has(commandName)) return;
    const named: unknown = command[commandName === 'getMore' ? 'collection' : commandName];
    const collection = typeof named === 'string' ? named : undefined;
    const attributes = {
      'db.system.name': 'mongodb',
      'db.operation.name': commandName,
      'db.namespace': databaseName,
      'db.collection.name': collection,
    };
    const name = collection ? `${commandName} ${collection}` : commandName;
    underWay.set(requestId, startSpan(name, { kind: 'client', attributes }));
  });
  const end = (requestId: number, failure?: string): void => {
    const span = underWay.get(requestId);
    underWay.delete(requestId);
    if (failure) span?.fail(failure);
    span?.end();
  };
  client.on('commandSucceeded', ({ requestId }) => end(requestId));
  client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure.name));
}

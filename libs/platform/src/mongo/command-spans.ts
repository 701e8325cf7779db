import type { Connection } from 'mongoose';
import { currentContext } from '../context.js';
import { type Span, startSpan, tracingIsOn } from '../telemetry/spans.js';

/** Never a part of somebody's work. */
const HOUSEKEEPING = new Set(['hello', 'ismaster', 'ping', 'endSessions', 'killCursors']);

/**
 * Makes a span of each command of a connection that has `monitorCommands`. A command that belongs to no trace, such as
 * a sweep's, gets none. What a command asks for and what is answered stay out: both hold what people wrote.
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

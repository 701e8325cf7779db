import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** The part that is used here of a private class of the driver: one connection to the database. */
interface DriverConnection extends EventEmitter {
  /** Why the connection was closed. */
  error: Error;
  writeCommand: (this: DriverConnection, command: unknown, options: unknown) => Promise<void>;
}

const requireLikeMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
const { Connection } = requireLikeMongoose('mongodb/lib/cmap/connection.js') as {
  Connection: { prototype: DriverConnection };
};
const { writeCommand } = Connection.prototype;

/**
 * Ends a write when its connection closes. The driver (at least 7.8 and 7.9) waits, without a time limit, until a full
 * socket drains or fails. A destroyed socket that has not emitted `close` yet does neither. The operation would never
 * end, and if it was the monitor's, the process would never find its database again.
 */
Connection.prototype.writeCommand = async function (command, options) {
  let whenClosed = (): void => undefined;
  const closed = new Promise<never>((_resolve, reject) => {
    whenClosed = () => reject(this.error);
    this.once('close', whenClosed);
  });
  try {
    await Promise.race([writeCommand.call(this, command, options), closed]);
  } finally {
    this.off('close', whenClosed);
  }
};

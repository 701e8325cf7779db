import type { EventEmitter } from 'node:events';
// @ts-expect-error The driver has no types for its private modules.
import driver from 'mongodb/lib/cmap/connection.js';

/** The part of the driver's private Connection class that is used here. */
interface DriverConnection extends EventEmitter {
  error: Error;
  writeCommand: (this: DriverConnection, command: unknown, options: unknown) => Promise<void>;
}

// The package is the one that mongoose uses: closed-connections.spec.ts.
const { Connection } = driver as { Connection: { prototype: DriverConnection } };
const { writeCommand } = Connection.prototype;

/**
 * Rejects a write when its connection closes. The driver (at least 7.8 and 7.9) waits without a time limit until a full
 * socket drains or fails, and a destroyed socket that has not emitted `close` yet does neither. The operation would
 * hang forever. If it was the monitor's, the process would never reconnect to its database.
 */
Connection.prototype.writeCommand = async function (command, options) {
  let onClose = (): void => undefined;
  const closed = new Promise<never>((_resolve, reject) => {
    onClose = () => reject(this.error);
    this.once('close', onClose);
  });
  try {
    await Promise.race([writeCommand.call(this, command, options), closed]);
  } finally {
    this.off('close', onClose);
  }
};

import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** What is used here of the class that the driver keeps to itself: one connection to the database. */
interface DriverConnection extends EventEmitter {
  /** Why it is closed, once it is. */
  error: Error;
  writeCommand: (this: DriverConnection, command: unknown, options: unknown) => Promise<void>;
}

const requireLikeMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
const { Connection } = requireLikeMongoose('mongodb/lib/cmap/connection.js') as {
  Connection: { prototype: DriverConnection };
};
const { writeCommand } = Connection.prototype;

/**
 * Ends a write when its connection closes. The driver (7.8 and 7.9 at least) waits for a socket that takes no more
 * until it drains or fails; one that is destroyed, but has not said so yet, does neither, and has no time limit. An
 * operation would never end, and a process whose monitor asked in that moment would not find its database again.
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

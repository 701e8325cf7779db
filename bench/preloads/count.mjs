import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * Loaded into a process before its own code (node --import), ours and the peers' alike: counts what it asks of those
 * that BENCH_COUNTED names, `database` and `broker`, and answers the counts on a socket in the folder BENCH_COUNTS. The
 * driver makes its events only while they are wanted (/on to /off), so that times are measured without their cost.
 */

const { BENCH_COUNTS: folder = '', BENCH_COUNTED: counted = '' } = process.env;
const require = createRequire(import.meta.url);
const counts = { commands: 0, commits: 0, published: 0, confirmed: 0 };
let monitoring = false;

/** Never a part of somebody's work. */
const HOUSEKEEPING = new Set([
  ...['hello', 'ismaster', 'ping', 'endSessions', 'killCursors'],
  ...['saslStart', 'saslContinue'],
]);
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite']);

// What is loaded here takes memory: only what the process would load by itself.
if (counted.includes('database')) countCommands();
if (counted.includes('broker')) countMessages();

const server = createServer(({ url }, response) => {
  if (url === '/on') monitoring = true;
  if (url === '/off') monitoring = false;
  response.end(JSON.stringify(counts));
});
server.listen(join(folder, `${process.pid}.sock`)).unref();

function countCommands() {
  /** @type {{prototype: {connect: () => Promise<unknown>}}} */
  const MongoClient = require('mongodb').MongoClient;
  /** @type {{Connection: {prototype: object}}} */
  const { Connection } = require(join(require.resolve('mongodb'), '..', 'cmap', 'connection.js'));
  // The driver looks at this before it makes an event. What it assigns itself, from the client's options, is ignored.
  Object.defineProperty(Connection.prototype, 'monitorCommands', {
    get: () => monitoring,
    set: () => undefined,
  });
  const watched = new WeakSet();
  const { connect } = MongoClient.prototype;
  /** @this {import('mongodb').MongoClient} */
  MongoClient.prototype.connect = function () {
    if (!watched.has(this)) this.on('commandStarted', count);
    watched.add(this);
    return connect.call(this);
  };
}

/** @param {import('mongodb').CommandStartedEvent} event */
function count({ commandName, command }) {
  if (HOUSEKEEPING.has(commandName)) return;
  counts.commands += 1;
  if (WRITES.has(commandName) && waitsForDisk(command.writeConcern)) counts.commits += 1;
}

/**
 * Without a write concern a server's default holds: a journaled majority. A write that meets no document waits for the
 * disk too.
 * @param {{w?: number | string, j?: boolean} | undefined} concern
 */
function waitsForDisk(concern) {
  return concern?.j ?? (concern?.w ?? 'majority') === 'majority';
}

function countMessages() {
  const { Channel, ConfirmChannel } = require(
    join(require.resolve('amqplib'), '..', 'lib', 'channel_model.js'),
  );
  const { publish } = Channel.prototype;
  /** @param {unknown[]} args */
  Channel.prototype.publish = function (...args) {
    counts.published += 1;
    return publish.apply(this, args);
  };
  const { pushConfirmCallback } = ConfirmChannel.prototype;
  /** @param {((error: unknown) => void) | undefined} settled */
  ConfirmChannel.prototype.pushConfirmCallback = function (settled) {
    pushConfirmCallback.call(this, (/** @type {unknown} */ error) => {
      if (!error) counts.confirmed += 1;
      settled?.(error);
    });
  };
}

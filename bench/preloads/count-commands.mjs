import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';

/*
 * Loaded into a process before its own code (node --import). Counts the commands of its database connections, whose
 * connection string has `monitorCommands=true`, and keeps the counts in a file of the folder BENCH_COUNTS.
 */

const { BENCH_COUNTS: folder = '' } = process.env;
const WRITE_MS = 200;
/** Commands that the driver sends by itself, or that only check the connection. */
const HOUSEKEEPING = new Set(['hello', 'ismaster', 'ping', 'endSessions', 'killCursors']);
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite']);

const counts = { commands: 0, commits: 0 };
const monitored = new WeakSet();
const file = join(folder, `${process.pid}.json`);

setInterval(() => {
  for (const connection of mongoose.connections) {
    if (connection.readyState !== mongoose.ConnectionStates.connected || monitored.has(connection)) continue;
    monitored.add(connection);
    connection.getClient().on('commandStarted', count);
  }
  writeFileSync(`${file}.new`, JSON.stringify(counts));
  renameSync(`${file}.new`, file);
}, WRITE_MS).unref();

/** @param {import('mongodb').CommandStartedEvent} event */
function count({ commandName, command }) {
  if (HOUSEKEEPING.has(commandName)) return;
  counts.commands += 1;
  if (WRITES.has(commandName) && waitsForDisk(command.writeConcern)) counts.commits += 1;
}

/**
 * The default of a server is a majority with its journal.
 * @param {{w?: number | string, j?: boolean} | undefined} concern
 */
function waitsForDisk(concern) {
  return concern?.j ?? (concern?.w ?? 'majority') === 'majority';
}

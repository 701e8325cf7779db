import { appendFileSync } from 'node:fs';
import { RpcClient } from '@inner-weather/platform/rpc/rpc-client';

/*
 * Loaded into the insights service before its own code (node --import): a process that reads entries of more days than
 * KILL_FOR ends the process with SIGKILL, every time; KILL_FILE gets a line for each.
 */

const { KILL_FOR = '', KILL_FILE = '' } = process.env;

const callRaw = RpcClient.prototype.callRaw;
/** @type {typeof callRaw} */
RpcClient.prototype.callRaw = function (method, request, options) {
  if (method === 'journal.search-entries' && daysOf(request) > Number(KILL_FOR)) {
    appendFileSync(KILL_FILE, 'killed\n');
    process.kill(process.pid, 'SIGKILL');
  }
  return callRaw.call(this, method, request, options);
};

/** @param {object} request */
function daysOf(request) {
  const { startDate, endDate } = /** @type {{ startDate: string, endDate: string }} */ (request);
  return (Date.parse(endDate) - Date.parse(startDate)) / (24 * 60 * 60_000);
}

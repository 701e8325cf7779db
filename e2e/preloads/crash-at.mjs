import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Collection } from 'mongodb';
import { EventPublisher } from '@inner-weather/platform/events/event-publisher';

/*
 * Loaded into a service before its own code (node --import): kills the process with SIGKILL at a named point. The file
 * that CRASH_FILE names has the plan, which a process reads when it starts and at SIGUSR2; without the file nothing is
 * killed.
 */

/**
 * @typedef {object} CrashPlan
 * @property {string} point
 * @property {number} after how often a process passes the point until it is killed there
 * @property {number} left how many processes are still to be killed
 */

const { CRASH_FILE = '' } = process.env;
/** @type {CrashPlan} */
let plan;
let passed = 0;

function readPlan() {
  plan = existsSync(CRASH_FILE)
    ? JSON.parse(readFileSync(CRASH_FILE, 'utf8'))
    : { point: '', after: 0, left: 0 };
  passed = 0;
}

readPlan();
process.on('SIGUSR2', readPlan);

/** Is the process to be killed at this point, this time? @param {string} point */
function isDue(point) {
  if (point !== plan.point || plan.left === 0) return false;
  passed += 1;
  return passed >= plan.after;
}

function crash() {
  writeFileSync(CRASH_FILE, JSON.stringify({ ...plan, left: plan.left - 1 }));
  process.kill(process.pid, 'SIGKILL');
}

/** @param {string} point */
function pass(point) {
  if (isDue(point)) crash();
}

const publishEvent = EventPublisher.prototype.publishEvent;
EventPublisher.prototype.publishEvent = async function (
  /** @type {Parameters<typeof publishEvent>[0]} */ event,
) {
  pass('before-publish');
  await publishEvent.call(this, event);
  pass('after-publish');
};

const { insertMany } = Collection.prototype;
/** @type {typeof insertMany} */
Collection.prototype.insertMany = async function (documents, options) {
  const isBatch = this.collectionName === 'entries' && documents.length > 1;
  if (isBatch && isDue('within-batch')) {
    await insertMany.call(this, documents.slice(0, Math.ceil(documents.length / 2)), options);
    // Wait, so that an answer that was sent too early can leave the process.
    await sleep(500);
    crash();
  }
  const result = await insertMany.call(this, documents, options);
  if (isBatch) pass('after-batch');
  return result;
};

const { bulkWrite } = Collection.prototype;
/** @type {typeof bulkWrite} */
Collection.prototype.bulkWrite = async function (operations, options) {
  const isStamps = this.collectionName === 'entries' && operations.length > 1;
  if (isStamps && isDue('within-stamps')) {
    await bulkWrite.call(this, operations.slice(0, Math.ceil(operations.length / 2)), options);
    crash();
  }
  return bulkWrite.call(this, operations, options);
};

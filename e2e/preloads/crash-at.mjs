import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { EventPublisher } from '@inner-weather/platform/messaging/event-publisher';

/*
 * Loaded into a service before its own code (node --import): ends the process with SIGKILL at a named point, when the
 * point has been passed CRASH_AFTER times, and CRASH_TIMES in all; CRASH_FILE counts across restarts.
 */

const { CRASH_AT = '', CRASH_AFTER = '5', CRASH_TIMES = '3', CRASH_FILE = '' } = process.env;
const crashed = existsSync(CRASH_FILE) ? Number(readFileSync(CRASH_FILE, 'utf8')) : 0;
let passed = 0;

/** @param {string} point */
function pass(point) {
  if (point !== CRASH_AT || crashed >= Number(CRASH_TIMES)) return;
  passed += 1;
  if (passed < Number(CRASH_AFTER)) return;
  writeFileSync(CRASH_FILE, String(crashed + 1));
  process.kill(process.pid, 'SIGKILL');
}

const publishEvent = EventPublisher.prototype.publishEvent;
EventPublisher.prototype.publishEvent = async function (
  /** @type {Parameters<typeof publishEvent>[0]} */ event,
) {
  pass('before-publish');
  await publishEvent.call(this, event);
  pass('after-publish');
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('@inner-weather/contracts/messaging/topology').ServiceName} ServiceName */

/**
 * @typedef {object} Service
 * @property {ServiceName} name
 * @property {boolean} database whether it has a database of its own, and with it the master keys
 * @property {string[]} keys the files of the token keys that it may read
 * @property {string} [scalesWith] the queue whose length determines the number of replicas
 */

/**
 * `services.json`: every service once, in the order in which lists show them.
 * @type {readonly Service[]}
 */
export const SERVICES = JSON.parse(readFileSync(join(import.meta.dirname, '../../services.json'), 'utf8'));

export const SERVICE_NAMES = SERVICES.map(({ name }) => name);

export const SERVICES_WITH_DATABASE = SERVICES.filter(({ database }) => database).map(({ name }) => name);

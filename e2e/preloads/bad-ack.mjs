import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/*
 * Loaded into a service before its own code (node --import): after SIGUSR2 the next acknowledgement goes out twice,
 * for which the broker closes the channel (406, unknown delivery tag).
 */

const require = createRequire(import.meta.url);
/** @type {{Channel: {prototype: {ack: (message: unknown, allUpTo?: boolean) => void}}}} */
const { Channel } = require(join(dirname(require.resolve('amqplib')), 'lib', 'channel_model.js'));
let twice = false;
process.on('SIGUSR2', () => (twice = true));

const { ack } = Channel.prototype;
/** @type {typeof ack} */
Channel.prototype.ack = function (message, allUpTo) {
  ack.call(this, message, allUpTo);
  if (!twice) return;
  twice = false;
  ack.call(this, message, allUpTo);
};

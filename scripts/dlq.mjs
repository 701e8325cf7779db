#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONNECTIONS_FILE } from '../deploy/local/infrastructure.mjs';
import { commandOf, ROOT, readDotEnv } from '../deploy/local/prepare.mjs';

/* `npm run dlq`: runs the platform's command on the broker of AMQP_URL, or else of a running `npm start`. */

const command = await commandOf('libs/platform/dist/events/dead-letters.cli.js');
readDotEnv();
const file = join(resolve(ROOT, process.env.DATA_DIR || '.data'), CONNECTIONS_FILE);
if (!process.env.AMQP_URL && existsSync(file)) process.loadEnvFile(file);
await import(command);

#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONNECTIONS_FILE } from '../deploy/local/infrastructure.mjs';
import { commandOf, ROOT, readDotEnv } from '../deploy/local/prepare.mjs';

/* `npm run admin`: runs auth's command on the database of MONGO_URL, or else of a running `npm start`. */

const command = await commandOf('services/auth/dist/admin.cli.js');
readDotEnv();
const file = join(resolve(ROOT, process.env.DATA_DIR || '.data'), CONNECTIONS_FILE);
if (!process.env.MONGO_URL && existsSync(file)) process.loadEnvFile(file);
process.env.PUBLIC_URL ||= `http://localhost:${process.env.PORT || 8080}`;
await import(command);

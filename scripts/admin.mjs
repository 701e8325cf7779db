import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONNECTIONS_FILE } from '../deploy/local/infrastructure.mjs';
import { ROOT } from '../deploy/local/prepare.mjs';

/* `npm run admin`: the command of auth, on the database of MONGO_URL or else of a running `npm start`. */

if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
const file = join(resolve(ROOT, process.env.DATA_DIR || '.data'), CONNECTIONS_FILE);
if (!process.env.MONGO_URL && existsSync(file)) process.loadEnvFile(file);
process.env.PUBLIC_URL ||= `http://localhost:${process.env.PORT || 8080}`;
await import('../services/auth/dist/admin.cli.js');

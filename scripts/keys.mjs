import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rotateSigningKeys } from '../deploy/local/keys.mjs';
import { ROOT } from '../deploy/local/prepare.mjs';

/* `npm run keys -- rotate`: a new key for tokens, in the data folder of `npm start`. */

if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
if (process.argv[2] === 'rotate') {
  const keys = rotateSigningKeys(resolve(ROOT, process.env.DATA_DIR || '.data'));
  process.stdout.write(
    `Made. ${keys} public keys are known; tokens of the key before stay good. Stop and start \`npm start\` to sign with it.\n`,
  );
} else {
  process.stderr.write('npm run keys -- rotate\n');
  process.exit(1);
}

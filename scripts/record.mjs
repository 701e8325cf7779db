import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../deploy/local/prepare.mjs';

/*
 * `npm run record`: writes what this version says and stores to libs/contracts/recorded/<version>, for the versions
 * to come. Once a release, before its version number grows.
 */

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const args = [join(ROOT, 'scripts/test.mjs'), '--only', 'e2e-faults', '--files', 'faults/versions'];
const { status } = spawnSync(process.execPath, args, {
  stdio: 'inherit',
  env: { ...process.env, RECORD_VERSION: version },
});
process.exit(status ?? 1);

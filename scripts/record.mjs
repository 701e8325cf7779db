import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../deploy/local/log.mjs';
import { ROOT } from '../deploy/local/prepare.mjs';

/*
 * `npm run record`: records what this version sends and stores in libs/contracts/recorded/<version>, for the tests of
 * later versions. Run it once for a release, after raising the version number: see CONTRIBUTING.md.
 */

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
if (existsSync(join(ROOT, 'libs/contracts/recorded', version))) {
  say(`${version} is recorded already. Raise the version, or delete the recording that you want to replace.`);
  process.exit(1);
}
const args = [join(ROOT, 'scripts/test.mjs'), '--only', 'e2e-faults', '--files', 'faults/recorded'];
const { status } = spawnSync(process.execPath, args, {
  stdio: 'inherit',
  env: { ...process.env, RECORD_VERSION: version },
});
process.exit(status ?? 1);

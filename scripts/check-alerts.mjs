import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PlainError, say } from '../deploy/local/log.mjs';
import { hasCommand, installPackages } from '../deploy/local/packages.mjs';
import { ROOT } from '../deploy/local/prepare.mjs';

/*
 * `npm run check:alerts`: promtool checks Prometheus' configuration and the alert rules, and tests each rule on series
 * for which it must fire and on series for which it must not.
 */

const CHECKS = [
  ['check', 'config', 'prometheus.yaml'],
  ['test', 'rules', 'alerts.test.yaml'],
];

try {
  if (!hasCommand('promtool')) {
    await installPackages(['prometheus'], { log: say, otherwise: 'promtool comes with Prometheus.' });
  }
} catch (error) {
  say(error instanceof PlainError ? error.message : String(error));
  process.exit(1);
}
const cwd = join(ROOT, 'deploy/observability');
const failed = CHECKS.filter((args) => spawnSync('promtool', args, { cwd, stdio: 'inherit' }).status !== 0);
say(failed.length === 0 ? 'the alerts are checked' : 'the alerts have failed their checks');
process.exit(failed.length === 0 ? 0 : 1);

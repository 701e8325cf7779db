import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PlainError } from '../deploy/local/log.mjs';
import { hasCommand, installPackages } from '../deploy/local/packages.mjs';
import { ROOT } from '../deploy/local/prepare.mjs';

const run = promisify(execFile);

/** The package schemathesis of the Python Package Index. */
const VERSION = '4.32.5';
const OTHERWISE = 'Or leave the fuzzing out: npm test -- --only unit,web,integration,e2e-http';

/**
 * Installs this version of schemathesis from PyPI in a separate Python environment. Resolves with the command's path.
 * @param {import('../deploy/local/log.mjs').Log} log
 */
export async function findSchemathesis(log) {
  const folder = join(ROOT, 'node_modules', '.cache', `schemathesis-${VERSION}`);
  const command = join(folder, 'bin', 'schemathesis');
  if (existsSync(command)) return command;
  if (!hasCommand('python3') || !(await canMakeEnvironments())) {
    await installPackages(['python3-venv'], { log, otherwise: OTHERWISE });
  }
  log(`installing schemathesis ${VERSION}`);
  try {
    await run('python3', ['-m', 'venv', folder]);
    const pip = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      `schemathesis==${VERSION}`,
    ];
    await run(join(folder, 'bin', 'python'), pip, { maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    // Otherwise the next run would use an incomplete environment.
    rmSync(folder, { recursive: true, force: true });
    const { stderr = String(error) } = /** @type {{stderr?: string}} */ (error);
    throw new PlainError(
      `schemathesis could not be installed: ${stderr.trim().split('\n').at(-1)} ${OTHERWISE}`,
    );
  }
  return command;
}

/** Debian's python3 does not include venv. */
async function canMakeEnvironments() {
  try {
    await run('python3', ['-c', 'import ensurepip, venv']);
    return true;
  } catch {
    return false;
  }
}

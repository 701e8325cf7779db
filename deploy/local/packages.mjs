import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { lastWords } from './last-words.mjs';
import { PlainError } from './log.mjs';
import { CommandError, runCommand } from './running.mjs';

/** Debian's package scripts run it before they start a service. */
const POLICY = '/usr/sbin/policy-rc.d';

/** @param {string} command */
export function hasCommand(command) {
  try {
    execFileSync('sh', ['-c', 'command -v "$1"', 'sh', command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs Debian packages without starting their services. On failure, throws a PlainError that ends with `otherwise`.
 * @param {string[]} packages
 * @param {{log: import('./log.mjs').Log, otherwise: string}} options
 */
export async function installPackages(packages, { log, otherwise }) {
  const names = packages.join(', ');
  if (!hasCommand('apt-get') || process.getuid?.() !== 0) {
    throw new PlainError(
      `Missing: ${names}, and only root on Debian or Ubuntu can install it from here. ${otherwise}`,
    );
  }
  log(`installing ${names}`);
  const policy = !existsSync(POLICY);
  // 101: the action is forbidden. A running system broker is not affected.
  if (policy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  try {
    await runCommand('apt-get', ['update', '-qq', ...wait], { env }).catch(() => undefined);
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...wait, ...packages];
    await runCommand('apt-get', install, { env });
  } catch (error) {
    const reason = (error instanceof CommandError && lastWords(error.output)) || String(error);
    throw new PlainError(`Missing: ${names}, and it could not be installed (${reason}). ${otherwise}`);
  } finally {
    if (policy) rmSync(POLICY, { force: true });
  }
}

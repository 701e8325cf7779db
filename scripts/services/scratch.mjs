import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../../deploy/local/prepare.mjs';

/** The scope of the repository's own packages, which a copy links to its own folders. */
const OWN_SCOPE = '@inner-weather';

/**
 * Creates a temporary copy of the repository with the installed packages. Commands in it do not change the repository.
 */
export function scratchCopy() {
  const root = mkdtempSync(join(tmpdir(), 'inner-weather-scratch-'));
  for (const file of repositoryFiles()) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(ROOT, file), join(root, file), { verbatimSymlinks: true });
  }
  linkPackages(root);
  return {
    root,
    /**
     * Runs a command of an installed package, and returns its output and exit code.
     * @param {string} command
     * @param {string[]} args
     */
    run(command, ...args) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--experimental-vm-modules', '--no-warnings', join(root, 'node_modules/.bin', command), ...args],
        { cwd: root, encoding: 'utf8', env: { ...process.env, NX_DAEMON: 'false', NO_COLOR: '1' } },
      );
      return { status, output: stdout + stderr };
    },
    remove: () => rmSync(root, { recursive: true }),
  };
}

/** Lists the files that a commit of all changes would have. git still lists deleted files, so they are filtered out. */
function repositoryFiles() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const options = { cwd: ROOT, encoding: /** @type {const} */ ('utf8'), maxBuffer: 64 * 1024 * 1024 };
  const { status, stdout, stderr, error } = spawnSync('git', args, options);
  if (status !== 0) throw new Error(`git cannot list the files of the checkout: ${error?.message ?? stderr}`);
  return stdout.split('\0').filter((file) => file && existsSync(join(ROOT, file)));
}

/** @param {string} root of the copy */
function linkPackages(root) {
  const packages = join(root, 'node_modules');
  mkdirSync(join(packages, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((name) => name !== OWN_SCOPE))
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  // The links are relative, so that they lead to the folders of the copy.
  for (const name of readdirSync(join(ROOT, 'node_modules', OWN_SCOPE)))
    symlinkSync(readlinkSync(join(ROOT, 'node_modules', OWN_SCOPE, name)), join(packages, OWN_SCOPE, name));
  for (const folder of ['libs', 'services', '.'].flatMap((place) =>
    readdirSync(join(root, place)).map((name) => join(place, name)),
  )) {
    const packagesOfFolder = join(ROOT, folder, 'node_modules');
    if (existsSync(packagesOfFolder)) symlinkSync(packagesOfFolder, join(root, folder, 'node_modules'));
  }
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PLACES = ['libs', 'services', '.'];
/** The inputs of a build outside of the project folders. */
const SHARED = ['package.json', 'package-lock.json', 'tsconfig.base.json'];
const OUTPUT = 'dist';
/** Excluded: packages, tests and build output. */
const LEFT_OUT = /^(node_modules|test|coverage|dist)$|\.spec\.tsx?$/;

/**
 * The folders of the projects that are built, relative to the root.
 * @param {string} root
 */
export function builtProjects(root) {
  return PLACES.flatMap((place) => readdirSync(join(root, place)).map((name) => join(place, name))).filter(
    (folder) => {
      const file = join(root, folder, 'package.json');
      return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).scripts?.build !== undefined;
    },
  );
}

/**
 * The fingerprint of a build. Sources count by content, since a checkout changes their times. Build output counts by
 * size and time.
 * @param {string} root
 */
export function buildFingerprint(root) {
  const hash = createHash('sha256');
  const projects = builtProjects(root);
  for (const file of [...SHARED, ...projects.flatMap((folder) => filesIn(root, folder, LEFT_OUT))])
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  for (const file of projects.flatMap((folder) => filesIn(root, join(folder, OUTPUT)))) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file}\0${size} ${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} folder relative to it
 * @param {RegExp} [leftOut] names
 * @returns {string[]}
 */
function filesIn(root, folder, leftOut) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !leftOut?.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(root, path, leftOut) : [path];
    });
}

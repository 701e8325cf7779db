import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/*
 * Joins what a service needs to start, its own code and the packages, into dist/bundle. Without it, Node finds, reads and
 * compiles some 2,000 files at each start, which takes longer than everything else. `node deploy/bundle.mjs household` does
 * it only for the process that has all services, which is a fifth of the work, and `commands` for the commands of its image.
 */

const ROOT = resolve(import.meta.dirname, '..');

/** They find files of theirs only when they run: native code, and names of countries. */
const NOT_JOINED = ['@node-rs/argon2', 'i18n-iso-countries', 'sharp'];

/** Processes that a service starts: files of their own beside what starts them. */
const CHILDREN = { media: ['pictures/picture-child.js'] };

const PACKAGES = /[\\/]node_modules[\\/]/;

/** Lines of packages that would mean something else here. */
const CHANGED_LINES = [
  // Hidden from here, class-validator would be loaded once more.
  {
    file: '@nestjs/mapped-types/dist/type-helpers.utils.js',
    line: 'const require = createRequire(import.meta.url);',
    by: '',
  },
  // Mongoose counts its connections in itself, and a namespace cannot be written to.
  {
    file: '@nestjs/mongoose/dist/mongoose-core.module.js',
    line: "import * as mongoose from 'mongoose';",
    by: "import mongoose from 'mongoose';",
  },
];

/** @type {import('rolldown').Plugin} */
const reader = {
  name: 'reader',
  async load(id) {
    if (!PACKAGES.test(id) && id.endsWith('.js'))
      return { code: await readFile(id, 'utf8'), map: await readFile(`${id}.map`, 'utf8') };
    const changed = CHANGED_LINES.find(({ file }) => id.endsWith(file));
    if (!changed) return null;
    const code = await readFile(id, 'utf8');
    if (!code.includes(changed.line)) throw new Error(`${id} has no line any more: ${changed.line}`);
    return code.replace(changed.line, changed.by);
  },
};

/** What the scripts of an image import: commandOf in deploy/local/prepare.mjs. */
const COMMANDS = [
  'libs/platform/dist/backup/backup.cli.js',
  'libs/platform/dist/encryption/keys.cli.js',
  'libs/platform/dist/events/dead-letters.cli.js',
  'services/auth/dist/admin.cli.js',
];

/**
 * @param {string | string[]} input
 * @param {string} dir for the bundle
 * @param {string[]} children
 */
async function bundle(input, dir, children) {
  await rm(dir, { recursive: true, force: true });
  const build = await rolldown({
    input,
    platform: 'node',
    external: NOT_JOINED,
    plugins: [reader],
    // Nest and the database's driver name packages that they would use if they were installed.
    onLog: (level, log, handler) => log.code === 'UNRESOLVED_IMPORT' || handler(level, log),
  });
  const { output } = await build.write({
    dir,
    format: 'esm',
    sourcemap: true,
    // With one character beyond Latin-1, V8 keeps a whole file in two bytes a character.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
    codeSplitting: { groups: [{ name: 'packages', test: PACKAGES, tags: ['$initial'] }] },
  });
  // Stacks of errors name the sources of our own code. The map of the packages would be read at each start.
  const packages = output.find((file) => file.type === 'chunk' && file.name === 'packages');
  if (packages?.type !== 'chunk') throw new Error(`${String(input)} has no packages.`);
  await writeFile(
    join(dir, packages.fileName),
    packages.code.replace(/\n\/\/# sourceMappingURL=.*\n*$/, '\n'),
  );
  await rm(join(dir, `${packages.fileName}.map`));
  // Each on its own, so that it does not read all packages of the service.
  for (const child of children) {
    const alone = await rolldown({ input: child, platform: 'node', external: NOT_JOINED });
    await alone.write({ file: join(dir, basename(child)), format: 'esm' });
  }
}

const childrenOf = (/** @type {string} */ name) =>
  (CHILDREN[/** @type {keyof typeof CHILDREN} */ (name)] ?? []).map((file) =>
    join(ROOT, 'services', name, 'dist', file),
  );

const HOUSEHOLD = join(ROOT, 'deploy/household');
const [only] = process.argv.slice(2);
if (only === 'commands') {
  // In an image alone: a checkout has the packages, and is to be built soon.
  await bundle(
    COMMANDS.map((file) => join(ROOT, file)),
    join(HOUSEHOLD, 'dist/commands'),
    [],
  );
} else {
  await bundle(
    join(HOUSEHOLD, 'main.mjs'),
    join(HOUSEHOLD, 'dist'),
    Object.keys(CHILDREN).flatMap(childrenOf),
  );
  if (only !== 'household')
    for (const { name } of JSON.parse(readFileSync(join(ROOT, 'services.json'), 'utf8'))) {
      const dist = join(ROOT, 'services', name, 'dist');
      await bundle(join(dist, 'main.js'), join(dist, 'bundle'), childrenOf(name));
    }
}

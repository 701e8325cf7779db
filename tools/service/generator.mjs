import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { formatFiles, generateFiles, readJson } from '@nx/devkit';
import { addToLists } from './lists.mjs';
import { checkName } from './name.mjs';

/**
 * `npx nx g @inner-weather/tools:service <name>`: writes services/<name> and adds it to every list of services. What it
 * leaves to a person is how much memory the service may take.
 * @param {import('@nx/devkit').Tree} tree
 * @param {{name: string, database?: boolean, filesOnly?: boolean}} options
 */
export default async function serviceGenerator(tree, { name, database = false, filesOnly = false }) {
  checkName(tree, name);
  const { version } = readJson(tree, 'package.json');
  const className = name.replace(/^./, (first) => first.toUpperCase());
  const variables = { name, className, version, database, range: rangesOf(tree) };
  generateFiles(tree, join(import.meta.dirname, 'files'), `services/${name}`, variables);
  addToLists(tree, name, database);
  await formatFiles(tree);
  return () => {
    if (!filesOnly) {
      run(tree.root, 'install', '--no-audit', '--no-fund');
      // What is generated from the lists: the broker's queues and rights, and the description of the events.
      for (const script of ['asyncapi', 'broker']) run(tree.root, 'run', '--silent', script);
    }
    process.stdout.write(
      `\nLeft to do: say in docker-compose.yml how much memory ${name} may take, such as "mem_limit: 256m", and in\n` +
        `web/src/features/admin/components/words.ts what it and the queue ${name}.on-entry are for.\n` +
        `Then see docs/developing.md#add-a-service.\n`,
    );
  };
}

/**
 * The versions that the other services ask for of their packages, by the package's name.
 * @param {import('@nx/devkit').Tree} tree
 */
function rangesOf(tree) {
  const ranges = tree.children('services').flatMap((service) => {
    const file = `services/${service}/package.json`;
    return tree.exists(file) ? Object.entries(readJson(tree, file).dependencies) : [];
  });
  const byName = new Map(ranges);
  return (/** @type {string} */ name) => {
    const range = byName.get(name);
    if (!range) throw new Error(`No service depends on ${name}: the generator does not know its version.`);
    return range;
  };
}

/**
 * @param {string} cwd
 * @param {string[]} args of npm
 */
const run = (cwd, ...args) => execFileSync('npm', args, { cwd, stdio: 'inherit' });

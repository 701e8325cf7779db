import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** The modules with which each part begins. What the first page needs at once is `frame`. */
const ENTRIES = {
  frame: ['app/main.tsx'],
  // The navigation loads log-out-losses later than the first page.
  shared: ['app/notices/signed-in-notices.tsx', 'app/frame/log-out-losses.ts'],
  auth: ['login-page', 'signup-page', 'reset-password-page', 'confirm-email-page'].map(
    (page) => `features/auth/components/sign-in/${page}.tsx`,
  ),
  journal: ['features/journal/components/journal-page.tsx'],
  days: ['app/days-page.tsx'],
  insights: ['features/insights/components/insights-page.tsx'],
  settings: ['app/settings-page.tsx'],
};

export type Part = keyof typeof ENTRIES;

export const PARTS = Object.keys(ENTRIES) as Part[];

/** A module that this many parts need is in `shared`. */
const SHARED_MIN = 3;

/**
 * The modules whose messages each part has, as paths from the root of the project. Every page loads `frame` and `shared`,
 * so the other parts leave those modules out. A module may be in several of the others.
 */
export function modulesOfParts(): Record<Part, Set<string>> {
  const frame = reach(ENTRIES.frame, STATIC);
  const parts = Object.fromEntries(
    PARTS.map((part) => [part, without(reach(ENTRIES[part], STATIC, DYNAMIC), frame)]),
  ) as Record<Part, Set<string>>;
  const features = PARTS.filter((part) => part !== 'frame' && part !== 'shared');
  for (const path of new Set(features.flatMap((part) => [...parts[part]])))
    if (features.filter((part) => parts[part].has(path)).length >= SHARED_MIN) parts.shared.add(path);
  for (const part of features) parts[part] = without(parts[part], parts.shared);
  return { ...parts, frame };
}

const without = (paths: Set<string>, others: Set<string>) =>
  new Set([...paths].filter((path) => !others.has(path)));

/** Imports of values at the top of a module, and those that load later. */
const STATIC = /^(?:import|export) (?!type )[^'";]*from '([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;

function reach(entries: string[], ...kinds: RegExp[]): Set<string> {
  const reached = new Set<string>();
  const todo = entries.map((entry) => resolve(ROOT, 'web/src', entry));
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    const path = relative(ROOT, file);
    if (reached.has(path)) continue;
    reached.add(path);
    const code = readFileSync(file, 'utf8');
    for (const kind of kinds)
      for (const [, name = ''] of code.matchAll(kind)) {
        const imported = fileOf(name, file);
        if (imported) todo.push(imported);
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

import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const SRC = import.meta.dirname;

/** What only its own room may use, unless a module of the room exports it. Everything else is plain code. */
const PROTECTED = /\.(?:service|repository|controller|eraser|schemas?)\.ts$/;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .sort();

/** The first folder; undefined for a file beside the rooms, which puts them together. */
const roomOf = (file: string): string | undefined => (file.includes('/') ? file.split('/')[0] : undefined);

const isModule = (file: string): boolean => file.endsWith('.module.ts');

/** Names that a file imports for their values, by the file that declares them. Types may come from anywhere. */
function importsOf(file: string, text: string): { from: string; names: string[] }[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { text: specifier } = statement.moduleSpecifier;
    const bindings = statement.importClause?.namedBindings;
    if (!specifier.startsWith('.') || !bindings || !ts.isNamedImports(bindings)) return [];
    if (statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
    const names = bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
    const from = relative(SRC, resolve(SRC, dirname(file), specifier)).replace(/\.js$/, '.ts');
    return [{ from, names }];
  });
}

/** What a file takes from other rooms though no module there exports it. */
function trespassesOf(file: string, text: string, exported: ReadonlyMap<string, Set<string>>): string[] {
  const room = roomOf(file);
  if (room === undefined) return [];
  return importsOf(file, text).flatMap(({ from, names }) => {
    const other = roomOf(from);
    if (other === undefined || other === room || isModule(from)) return [];
    // A module takes whole modules: what it provides is its own.
    if (isModule(file)) return names.map((name) => `${file} takes ${name} of ${other}/`);
    const open = exported.get(other) ?? new Set<string>();
    const hidden = PROTECTED.test(from) ? names.filter((name) => !open.has(name)) : [];
    return hidden.map((name) => `${file} takes ${name} of ${other}/`);
  });
}

describe('the rooms of auth', () => {
  /** Names of what each room's modules export. */
  const exported = new Map<string, Set<string>>();

  beforeAll(async () => {
    for (const file of files.filter((name) => isModule(name) && roomOf(name) !== undefined)) {
      const classes = Object.values((await import(join(SRC, file))) as Record<string, object>);
      const names = classes.flatMap(
        (module) => (Reflect.getMetadata('exports', module) as { name: string }[] | undefined) ?? [],
      );
      const room = roomOf(file) ?? '';
      exported.set(room, new Set([...(exported.get(room) ?? []), ...names.map(({ name }) => name)]));
    }
  });

  it('are modules', () => {
    const rooms = new Set(files.map(roomOf).filter((room) => room !== undefined));
    expect([...exported.keys()].sort()).toEqual([...rooms].sort());
    expect(rooms.size).toBeGreaterThan(8);
  });

  it('reach one another only through what each exports', () => {
    const found = files.flatMap((file) =>
      trespassesOf(file, readFileSync(join(SRC, file), 'utf8'), exported),
    );
    expect(found).toEqual([]);
  });

  it('have no module that depends on itself by way of others', () => {
    const imports = new Map(
      files.filter(isModule).map((file) => [
        file,
        importsOf(file, readFileSync(join(SRC, file), 'utf8'))
          .map(({ from }) => from)
          .filter(isModule),
      ]),
    );
    const reaches = (from: string, seen = new Set<string>()): Set<string> => {
      for (const next of imports.get(from) ?? []) if (!seen.has(next)) reaches(next, seen.add(next));
      return seen;
    };
    expect([...imports.keys()].filter((file) => reaches(file).has(file))).toEqual([]);
  });

  it('have at most 15 files each', () => {
    const all = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const crowded = all.filter(({ name }) => readdirSync(join(SRC, name)).length > 15);
    expect(crowded.map(({ name }) => basename(name))).toEqual([]);
  });

  const takenBy = (code: string): string[] => trespassesOf('recovery/x.service.ts', code, exported);

  it.each([
    ['a service that is not exported', "import { UsersService } from '../users/users.service.js';"],
    ['a repository', "import { KnownDevicesRepository } from '../recognition/known-devices.repository.js';"],
    ['a schema', "import { User } from '../users/user.schema.js';"],
  ])('may not take %s from another', (_what, code) => {
    expect(takenBy(code)).toHaveLength(1);
  });

  it.each([
    ['an exported service', "import { SessionsService } from '../sessions/sessions.service.js';"],
    ['the type of a schema', "import type { User } from '../users/user.schema.js';"],
    ['a plain function', "import { hashPassword } from '../credentials/passwords.js';"],
  ])('may take %s from another', (_what, code) => {
    expect(takenBy(code)).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/*
 * The packages that the user of this project named. None of them leaves the project unnoticed: each is a dependency of a
 * package whose product code imports it, or of the build and the tests, where it belongs there.
 */

const ROOT = resolve(import.meta.dirname, '..');
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');

const PRODUCT = [
  '@google/generative-ai',
  '@nestjs/core',
  '@nestjs/jwt',
  '@nestjs/microservices',
  '@nestjs/mongoose',
  'amqplib',
  'axios',
  'class-validator',
  'mongoose',
  'passport-jwt',
  'react',
  'react-markdown',
  'react-router-dom',
];

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

type Manifest = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>;

/** The folders whose package.json has this dependency. */
const foldersWith = (name: string, kind: keyof Manifest): string[] =>
  FILES.filter((file) => /^(?:.*\/)?package\.json$/.test(file))
    .filter((file) => (JSON.parse(read(file)) as Manifest)[kind]?.[name] !== undefined)
    .map((file) => dirname(file));

/** The files below a folder, of these, that import the package or a part of it, and more than its types. */
const importers = (name: string, folder: string, files: readonly string[]): string[] => {
  const ending = [`from '${name}'`, `from '${name}/`, `import '${name}'`, `import('${name}`];
  return files
    .filter((file) => folder === '.' || file.startsWith(`${folder}/`))
    .filter((file) =>
      read(file)
        .split(';')
        .some(
          (statement) => ending.some((end) => statement.includes(end)) && !/^\s*import type/.test(statement),
        ),
    );
};

const PRODUCT_FILES = FILES.filter((file) =>
  /^(?:services\/[^/]+|libs\/(?:contracts|platform)|web)\/src\/.*\.tsx?$/.test(file),
).filter((file) => !/\.spec\.tsx?$|\.d\.ts$/.test(file));

describe('the packages that the user named', () => {
  it.each(PRODUCT)('%s is a dependency of product code that imports it', (name) => {
    const folders = foldersWith(name, 'dependencies');
    const found = folders.flatMap((folder) => importers(name, folder, PRODUCT_FILES));
    expect(found).not.toEqual([]);
  });

  it('vite builds the page', () => {
    expect(foldersWith('vite', 'dependencies')).toContain('.');
    expect(importers('vite', 'web', ['web/vite.config.ts'])).not.toEqual([]);
  });

  it('testcontainers starts the servers of tests where there is Docker', () => {
    expect(foldersWith('testcontainers', 'devDependencies')).toContain('libs/testing');
    expect(importers('testcontainers', 'libs/testing', ['libs/testing/containers.mjs'])).not.toEqual([]);
  });

  it('jest runs the tests', () => {
    expect(foldersWith('jest', 'devDependencies')).toContain('.');
    expect(read('scripts/test.mjs')).toContain('node_modules/jest/bin/jest.js');
  });

  it('the gateway lets people in by a strategy of passport-jwt', () => {
    const strategy = read('services/gateway/src/sessions/token.strategy.ts');
    expect(strategy).toMatch(/extends PassportStrategy\(Strategy/);
    expect(read('services/gateway/src/sessions/token.guard.ts')).toMatch(/extends AuthGuard\(/);
  });
});

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const CHILD = fileURLToPath(new URL('../src/pictures/picture-child.ts', import.meta.url));

/** The child as Node can run it; beside the packages that it loads. */
export function builtChild(): string {
  const { code } = transformSync(readFileSync(CHILD, 'utf8'), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  const folder = join(dirname(CHILD), '../../../../node_modules/.cache');
  mkdirSync(folder, { recursive: true });
  const file = join(mkdtempSync(join(folder, 'picture-child-')), 'picture-child.mjs');
  writeFileSync(file, code);
  return file;
}

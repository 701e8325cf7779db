import { transformAsync } from '@babel/core';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import {
  compileCatalogue,
  parseCatalogue,
  type CatalogueMessage,
} from '../../libs/languages/src/catalogue.ts';
import { LANGUAGE_TAGS } from '../../libs/languages/src/languages.ts';
import { macros } from './macros.js';

/**
 * The parts of a catalogue, each with the files and ids whose messages it has. A page loads `shared` and those of its
 * features; `frame` is what the landing page shows, and is loaded first. A message may be in several parts.
 */
const PARTS: Record<string, RegExp> = {
  frame: /^web\/src\/(app\/(frame|pages)|features\/landing|lib\/(motion|theme|language))/,
  shared: /^web\/src\/(app\/(notices|.*-page)|components|lib)|^libs\/domain|^(problem)\./,
  auth: /^web\/src\/features\/auth/,
  journal: /^web\/src\/features\/journal/,
  days: /^web\/src\/(features\/days|charts)/,
  insights: /^web\/src\/(features\/insights|charts)/,
  settings: /^web\/src\/(features\/(auth|data|appearance)|app\/settings-page)/,
};

const LOCALES = resolve(import.meta.dirname, '../../libs/languages/locales');
const VIRTUAL = 'virtual:messages';

/** Expands Lingui's macros, and serves the catalogues in parts: `virtual:messages` imports them by language and part. */
export function messages(): Plugin {
  let isBuild = false;
  return {
    name: 'messages',
    enforce: 'pre',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return undefined;
      const [, language, part] = id.split('/');
      if (language === undefined || part === undefined) return imports();
      const file = resolve(LOCALES, `${language}.po`);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(compileCatalogue(partOf(part, readCatalogue(file))))}`;
    },
    async transform(code, id) {
      if (!code.includes('@lingui/') || !/\/web\/src\/.*\.tsx?$/.test(id)) return undefined;
      const result = await transformAsync(code, {
        ...macros({ stripMessageField: isBuild }),
        filename: id,
        sourceMaps: true,
      });
      return result?.code ? { code: result.code, map: result.map } : undefined;
    },
  };
}

const readCatalogue = (file: string): CatalogueMessage[] => parseCatalogue(readFileSync(file, 'utf8'));

function partOf(part: string, catalogue: CatalogueMessage[]): CatalogueMessage[] {
  const belongs = PARTS[part];
  if (!belongs) throw new Error(`There is no part ${part}`);
  return catalogue.filter(
    ({ id, origins }) => belongs.test(id) || origins.some((origin) => belongs.test(origin)),
  );
}

function imports(): string {
  const entries = LANGUAGE_TAGS.flatMap((language) =>
    Object.keys(PARTS).map((part) => `'${language}/${part}': () => import('${VIRTUAL}/${language}/${part}')`),
  );
  return `export const parts = {${entries.join(',')}}`;
}

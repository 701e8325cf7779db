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
import { modulesOfParts, PARTS } from './parts.ts';
import { pseudo } from './pseudo.ts';

/** Messages that a part has because of their ids: the server names them by code. */
const IDS: Record<string, RegExp> = { shared: /^problem\./, insights: /^insight\./ };

const LOCALES = resolve(import.meta.dirname, '../../libs/languages/locales');
const VIRTUAL = 'virtual:messages';

/** The page that people open most. */
const JOURNAL = '/components/journal-page.tsx';
/** The parts of the catalogue that it needs; every page needs `frame`. */
const EARLY_PARTS = ['frame', 'shared', 'journal'];

interface Options {
  /** Writes English long and accented, so that texts that are not in the catalogue stand out. */
  isPseudo: boolean;
}

/**
 * Expands Lingui's macros, and serves the catalogues in parts: `virtual:messages` imports them by language and part. A
 * message may be in several parts.
 */
export function messages({ isPseudo }: Options): Plugin {
  let isBuild = false;
  let modules: ReturnType<typeof modulesOfParts> | undefined;
  return {
    name: 'messages',
    enforce: 'pre',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return undefined;
      const [, language, part = 'frame'] = id.split('/');
      if (language === undefined) return languages();
      const file = resolve(LOCALES, `${language}.po`);
      this.addWatchFile(file);
      const mapText = isPseudo && language === 'en' ? pseudo : undefined;
      // A build reads the sources once. In development they change.
      if (!isBuild || !modules) modules = modulesOfParts();
      const messages = partOf(part, modules[part], readCatalogue(file));
      const compiled = JSON.stringify(compileCatalogue(messages, mapText));
      return `export default ${compiled};${part === 'frame' ? otherParts(language) : ''}`;
    },
    // /look.js knows the language and the page first, so it also fetches that language's messages and the journal's code.
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const early: Record<string, string[]> = {};
        for (const { facadeModuleId: id, fileName } of chunks) {
          const [, language, part = 'frame'] = id?.startsWith(`\0${VIRTUAL}/`) ? id.split('/') : [];
          if (language === undefined || !EARLY_PARTS.includes(part)) continue;
          const name = part === 'frame' ? language : `journal ${language}`;
          (early[name] ??= []).push(`/${fileName}`);
        }
        const journal = chunks.find(({ facadeModuleId: id }) => id?.endsWith(JOURNAL));
        if (isBuild && !journal) this.error(`No chunk begins with ${JOURNAL}`);
        const initial = chunks
          .filter(({ isEntry }) => isEntry)
          .flatMap(({ fileName, imports }) => [fileName, ...imports]);
        const code = [journal?.fileName ?? [], ...(journal?.imports ?? [])].flat();
        early.journal = code.filter((file) => !initial.includes(file)).map((file) => `/${file}`);
        return html.replace('src="/look.js"', `$& data-early='${JSON.stringify(early)}'`);
      },
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

function partOf(
  part: string,
  modules: Set<string> | undefined,
  catalogue: CatalogueMessage[],
): CatalogueMessage[] {
  if (!modules) throw new Error(`There is no part ${part}`);
  return catalogue.filter(
    ({ id, origins }) => IDS[part]?.test(id) === true || origins.some((origin) => modules.has(origin)),
  );
}

/** `frame` of each language knows where its other parts are, so that no page loads the addresses of other languages. */
const languages = (): string =>
  `export const languages = {${LANGUAGE_TAGS.map((tag) => `'${tag}': () => import('${VIRTUAL}/${tag}')`).join()}}`;

function otherParts(language: string): string {
  const imports = PARTS.filter((part) => part !== 'frame').map(
    (part) => `${part}: () => import('${VIRTUAL}/${language}/${part}')`,
  );
  return `export const parts = {${imports.join()}}`;
}

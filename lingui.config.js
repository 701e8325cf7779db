import { extractor as macroMessages } from '@lingui/cli/api';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { readdirSync } from 'node:fs';
import { declaredMessages } from './libs/languages/build/declared-messages.mjs';

/* `npm run messages` collects all texts that people read into one PO file for each language. */

const LOCALES = 'libs/languages/locales';

/**
 * Every source by its path, in one order everywhere: the order of texts and comments follows it, and a pattern finds files
 * in the order in which the file system happens to list them.
 */
const sources = () =>
  [
    'web',
    'libs/domain',
    'libs/contracts',
    'libs/platform',
    ...readdirSync('services').map((name) => `services/${name}`),
  ]
    .flatMap((part) =>
      readdirSync(`${part}/src`, { recursive: true }).map((file) => `${part}/src/${String(file)}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.(spec|d)\.tsx?$/.test(file))
    .sort();

export default defineConfig({
  sourceLocale: 'en',
  // A language exists as soon as its file does.
  locales: [
    'en',
    ...readdirSync(LOCALES)
      .map((file) => file.replace(/\.po$/, ''))
      .filter((tag) => tag !== 'en'),
  ],
  catalogs: [
    {
      path: `<rootDir>/${LOCALES}/{locale}`,
      include: sources(),
    },
  ],
  extractors: [declaredMessages, macroMessages],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
});

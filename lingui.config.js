import { extractor as macroMessages } from '@lingui/cli/api';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { readdirSync } from 'node:fs';
import { declaredMessages } from './libs/languages/build/declared-messages.mjs';

/* `npm run messages` collects all texts that people read into one PO file for each language. */

const LOCALES = 'libs/languages/locales';

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
      include: [
        'web/src/**/*.{ts,tsx}',
        'libs/{domain,contracts,platform}/src/**/*.ts',
        'services/*/src/**/*.ts',
      ],
      exclude: ['**/node_modules/**', '**/dist/**', '**/*.spec.*', '**/*.d.ts'],
    },
  ],
  extractors: [declaredMessages, macroMessages],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
});

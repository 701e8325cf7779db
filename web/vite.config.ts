import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { changelog } from './build/changelog.ts';
import { cities } from './build/cities.ts';
import { licenses } from './build/licenses.ts';
import { messages } from './build/messages.ts';
import { precompress } from './build/precompress.ts';
import { worker } from './build/worker.ts';

const ROUTER_FILES = new URL('../node_modules/react-router/dist/production/', import.meta.url).pathname;

/** React Router exports only its build for development, which has warnings. */
const ROUTER = [
  { find: /^react-router$/, replacement: `${ROUTER_FILES}index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${ROUTER_FILES}dom-export.mjs` },
];

export default defineConfig(({ command }) => ({
  plugins: [
    messages({ isPseudo: process.env.PSEUDO === '1' }),
    changelog(),
    cities(),
    licenses(),
    react(),
    worker(),
    precompress(),
  ],
  resolve: {
    // The sources of libs/domain are read directly, so that the UI builds before the services do.
    conditions: ['@inner-weather/source', ...defaultClientConditions],
    alias: command === 'build' ? ROUTER : [],
  },
  // The gateway's CSP refuses data: fonts and inline scripts, so nothing is inlined.
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    // Browsers without modulepreload only load a little later.
    modulePreload: { polyfill: false },
    // What every page needs is one file, and what several pages need is another: in many small ones they compress worse, and
    // a device that opens the journal without a connection spends a third of its time on asking for them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 2 },
            // The landing page loads these as well, when it is shown.
            {
              name: 'device',
              test: /lib.vault.(marks|shared-device)|app.(absent-users|notices.new-version)|landing.sample-figures|entries.moods\.ts/,
              priority: 1.5,
            },
            // Fetched with the first words that have a form.
            {
              name: 'markdown',
              test: /node_modules.(react-markdown|remark-|mdast-|micromark|hast-|unified|unist-|vfile|property-information|style-to-|trough|decode-named)/,
              priority: 1.2,
            },
            { name: 'common', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  // Workers load what they rarely need in parts, too.
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': 'http://127.0.0.1:8080' },
  },
}));

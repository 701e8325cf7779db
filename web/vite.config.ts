import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { messages } from './build/messages.ts';
import { precompress } from './build/precompress.ts';

export default defineConfig({
  plugins: [messages({ isPseudo: process.env.PSEUDO === '1' }), react(), precompress()],
  // The sources of libs/domain are read directly, so that the UI builds before the services do.
  resolve: { conditions: ['@inner-weather/source', ...defaultClientConditions] },
  // The gateway's CSP refuses data: fonts and inline scripts, so nothing is inlined.
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    // Browsers without modulepreload only load a little later.
    modulePreload: { polyfill: false },
    // What every page needs is one file: in twenty small ones it compresses to 6 KB more.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'main', tags: ['$initial'] }] } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': 'http://127.0.0.1:8080' },
  },
});

import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { messages } from './build/messages.ts';
import { precompress } from './build/precompress.ts';
import { worker } from './build/worker.ts';

export default defineConfig({
  plugins: [messages(), react(), worker(), precompress()],
  // The sources of libs/domain are read directly, so that the UI builds before the services do.
  resolve: { conditions: ['@inner-weather/source', ...defaultClientConditions] },
  // The gateway's CSP refuses data: fonts and inline scripts, so nothing is inlined.
  build: { outDir: 'dist', assetsInlineLimit: 0 },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': 'http://127.0.0.1:8080' },
  },
});

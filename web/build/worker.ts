import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build, defaultClientConditions, type Plugin } from 'vite';
import type { BuiltFile } from '../src/page-files.ts';

/** Fonts of rare letters, the decoder of HEIC and the cities of the world are fetched when they are needed, and the icons of the home screen by the system. */
const LEFT_OUT =
  /assets\/(?:heic|nearest-city)-|\.(?:br|gz|map|txt)$|-ext-|apple-touch-icon|icon-512|icon-maskable|shortcut-|^worker\.js$/;

/** Builds the service worker last, since it lists all other files: `/worker.js`, one classic script. */
export function worker(): Plugin {
  let root: string;
  let folder: string;
  return {
    name: 'worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      folder = join(root, config.build.outDir);
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        await build({
          root,
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          // As in vite.config.ts.
          resolve: { conditions: ['@inner-weather/source', ...defaultClientConditions] },
          define: { SHELL: JSON.stringify(shellOf(folder)), 'process.env.NODE_ENV': '"production"' },
          build: {
            outDir: folder,
            emptyOutDir: false,
            lib: { entry: 'src/worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'worker.js' },
          },
        });
      },
    },
  };
}

/** The files as `BuiltFile` describes them. The gateway serves each as it is here. */
function shellOf(folder: string): BuiltFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !LEFT_OUT.test(name) && statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest();
      return {
        url: `/${name}`,
        revision: name.startsWith('assets/') ? null : hash.toString('hex').slice(0, 16),
        integrity: `sha256-${hash.toString('base64')}`,
      };
    });
}

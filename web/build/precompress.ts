import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** File types that compress well; fonts and pictures are already compressed. */
const TEXT = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;

/** Bytes of a file for which the best compression would take seconds, for an eighth less. */
const LARGE = 1_000_000;

const qualityFor = ({ length }: Buffer) => (length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY);

const pack = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_QUALITY]: qualityFor(bytes),
      },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes `file.br` and `file.gz` beside each file that gets smaller by it, for the gateway to serve. */
export function precompress(): Plugin {
  let folder: string;
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => packFile(join(folder, name))));
    },
  };
}

async function packFile(path: string): Promise<void> {
  if (!(await stat(path)).isFile()) return;
  const bytes = await readFile(path);
  for (const [ending, compress] of Object.entries(pack)) {
    const packed = await compress(bytes);
    if (packed.length < bytes.length) await writeFile(`${path}.${ending}`, packed);
  }
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const FILE = resolve(import.meta.dirname, '../../CHANGELOG.md');
const VIRTUAL = 'virtual:changelog';

/** Serves the newest section of CHANGELOG.md that is not empty, without its heading: `virtual:changelog`. */
export function changelog(): Plugin {
  return {
    name: 'changelog',
    resolveId: (id) => (id === VIRTUAL ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      this.addWatchFile(FILE);
      return `export default ${JSON.stringify(newestSection(readFileSync(FILE, 'utf8')))};`;
    },
  };
}

/** The Markdown below the first `## [version]` that has any. Empty if no section has. */
function newestSection(text: string): string {
  const sections = text
    .split(/^## .*$/m)
    .slice(1)
    .map((section) => section.replace(/^\[[^\]]+\]: \S+$/gm, '').trim());
  return sections.find((section) => section !== '') ?? '';
}

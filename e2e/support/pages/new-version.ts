import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** '' in the version that was built. */
export const versionOf = (page: Page): Promise<string> =>
  page
    .evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content') ?? '')
    // The page is being loaded.
    .catch(() => 'none');

/**
 * Makes a copy of the built page another version, `2`, as a build of changed sources would: every script has another
 * name, the old ones are gone, and so the worker differs.
 */
export function publishNewVersion(site: string): void {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).map((name) => join(site, name));
  for (const file of files.filter((name) => /\.(?:br|gz)$/.test(name))) rmSync(file);
  const assets = join(site, 'assets');
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const stems = names.map((name) => name.slice(0, -'.js'.length));
  // Longer names first, so that none is replaced inside another.
  const pattern = new RegExp(`(${stems.sort((a, b) => b.length - a.length).join('|')})\\.js`, 'g');
  const rename = (text: string): string => text.replace(pattern, '$1-2.js');
  for (const name of names) {
    const file = join(assets, name);
    writeFileSync(file, rename(readFileSync(file, 'utf8')));
    renameSync(file, join(assets, rename(name)));
  }
  const change = (name: string, to: (text: string) => string): void =>
    writeFileSync(join(site, name), to(readFileSync(join(site, name), 'utf8')));
  change('index.html', (text) => rename(text).replace('<head>', '<head><meta name="version" content="2" />'));
  change('worker.js', (text) => listAgain(rename(text), site));
}

/** The text of the worker, with the hashes of the files as they are now. */
function listAgain(worker: string, site: string): string {
  const pattern = /url:`([^`]+)`,revision:(`\w+`|null),integrity:`[^`]+`/g;
  return worker.replace(pattern, (_entry, url: string, revision: string) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(site, url)))
      .digest();
    const version = revision === 'null' ? revision : `\`${hash.toString('hex').slice(0, 16)}\``;
    return `url:\`${url}\`,revision:${version},integrity:\`sha256-${hash.toString('base64')}\``;
  });
}

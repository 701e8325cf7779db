import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say } from '../deploy/local/log.mjs';

/* `npm run language -- it`: adds a language. What is left by hand: docs/translating.md. */

const ROOT = resolve(import.meta.dirname, '..');
const [tag = ''] = process.argv.slice(2);
const catalogue = join(ROOT, `libs/languages/locales/${tag}.po`);

/** The lists of languages: that of the code, and that of the script which runs before the code. */
const LISTS = [
  {
    file: 'libs/languages/src/languages.ts',
    end: '} as const;',
    item: () => `  ${keyOf(tag)}: '${ownName(tag)}',\n`,
  },
  { file: 'web/public/look.js', end: '];', item: () => `, '${tag}'` },
];

if (!/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/.test(tag) || existsSync(catalogue)) {
  say('usage: npm run language -- <tag of a new language, such as it, pt-PT or zh-Hant>');
  process.exit(2);
}
for (const { file, end, item } of LISTS) {
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  const at = text.indexOf(end);
  writeFileSync(path, text.slice(0, at) + item() + text.slice(at));
}
writeFileSync(catalogue, '');
// The catalogue, then what names all languages: the document of the API, and the page's types made from it.
for (const script of ['messages', 'openapi'])
  execFileSync('npm', ['run', '--silent', script], { cwd: ROOT, stdio: 'inherit' });
say(`${ownName(tag)}: translate libs/languages/locales/${tag}.po, then go through docs/translating.md`);

/** @param {string} name */
function keyOf(name) {
  return name.includes('-') ? `'${name}'` : name;
}

/** What the language calls itself, as a title. @param {string} name */
function ownName(name) {
  const words = new Intl.DisplayNames([name], { type: 'language' }).of(name) ?? name;
  return words.charAt(0).toLocaleUpperCase(name) + words.slice(1);
}

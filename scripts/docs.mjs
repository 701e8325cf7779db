import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../deploy/local/prepare.mjs';

/*
 * `npm run docs`: writes the lists of docs/ that repeat the code, between `<!-- list: name -->` and `<!-- end -->`.
 * Limits come from settings; ASVS and conformance from tags in the tests: `// ASVS 1.1.1, 1.1.2` and
 * `// Contract: 2 the rule`, which begins with its section.
 */

/** @param {...string} patterns @returns {[file: string, text: string][]} the files of the repository, in a fixed order */
function filesLike(...patterns) {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...patterns];
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n').sort();
  return files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]);
}

/** @param {string} comment */
const inOneLine = (comment) => comment.replace(/\s*\n\s*\* ?/g, ' ').trim();

/** @param {number} value */
const inWords = (value) => value.toLocaleString('en');

/** The settings that limit how often, with their defaults. */
function quotas() {
  const setting = /\/\*\* ((?:(?!\*\/)[^])*?) \*\/\n(?: {2}@.*\n)* {2}([A-Z]\w*_PER_\w+) = ([\d_]+);/g;
  return filesLike('services/*/src/config.ts', 'libs/platform/src/config.ts')
    .flatMap(([, text]) => Array.from(text.matchAll(setting)))
    .map(([, comment = '', name = '', value = '']) => [
      inOneLine(comment).replace(/\.$/, ''),
      `${inWords(Number(value.replaceAll('_', '')))} \`${name}\``,
    ]);
}

const TESTS = filesLike('*.spec.ts', '*.spec.tsx', 'e2e/faults/cases/*.ts');

/** @param {string} requirement such as 1.2.3 */
const orderOf = (requirement) => requirement.split('.').reduce((sum, part) => sum * 100 + Number(part), 0);

/** The requirements of ASVS that tests hold; those with the same tests share a line. */
function asvs() {
  /** @type {Map<string, string[]>} */
  const testsOf = new Map();
  for (const [file, text] of TESTS) {
    for (const [, list = ''] of text.matchAll(/^ *\/\/ ASVS ([\d., ]+)$/gm)) {
      for (const requirement of list.split(', ')) {
        testsOf.set(requirement, [...(testsOf.get(requirement) ?? []), `\`${file}\``]);
      }
    }
  }
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const requirement of [...testsOf.keys()].sort((a, b) => orderOf(a) - orderOf(b))) {
    const tests = (testsOf.get(requirement) ?? []).join(', ');
    rows.set(tests, [...(rows.get(tests) ?? []), requirement]);
  }
  return Array.from(rows, ([tests, requirements]) => [requirements.join(', '), tests]);
}

/** The sections of the contract, each with the tests whose comments name its rules. */
function contract() {
  /** @type {Map<string, Set<string>>} */
  const testsOf = new Map();
  for (const [file, text] of TESTS) {
    for (const [line, section] of text.matchAll(/^ *\/\/ Contract: (\d+)?.*$/gm)) {
      if (section === undefined) throw new Error(`${file}: which section? ${line.trim()}`);
      testsOf.set(section, (testsOf.get(section) ?? new Set()).add(`\`${file}\``));
    }
  }
  const rows = Array.from(testsOf, ([section, tests]) => [section, [...tests].join(', ')]);
  return rows.sort(([a], [b]) => Number(a) - Number(b));
}

/** @type {{ file: string, name: string, rows: () => string[][] }[]} */
const LISTS = [
  { file: 'docs/limits.md', name: 'quotas', rows: quotas },
  { file: 'docs/asvs.md', name: 'asvs', rows: asvs },
  { file: 'docs/conformance.md', name: 'contract', rows: contract },
];

for (const { file, name, rows } of LISTS) {
  const path = join(ROOT, file);
  const before = readFileSync(path, 'utf8');
  const place = new RegExp(`(<!-- list: ${name} -->)[^]*?(<!-- end -->)`);
  if (!place.test(before)) throw new Error(`${file} has no place for the list ${name}`);
  const list = rows()
    .map((cells) => `- ${cells.join(': ')}`)
    .join('\n');
  const text = before.replace(place, (_, begin, end) => `${begin}\n\n${list}\n\n${end}`);
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

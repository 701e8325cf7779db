import { readFileSync } from 'node:fs';
import { tearDown } from './jest-global-setup.mjs';

/** After a whole run of the integration suites: throws when none of them has used an index, or an exception. */
export default async function checkIndexes() {
  await tearDown();
  const { TEST_INDEX_USE_FILE: file } = process.env;
  if (!file) return;
  /** @type {{declared: string[], used: string[]}[]} what check-queries.ts wrote for each suite */
  const suites = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const used = new Set(suites.flatMap((suite) => suite.used));
  const unused = new Set(suites.flatMap((suite) => suite.declared).filter((name) => !used.has(name)));
  if (unused.size > 0) throw new Error(`No query needs: ${[...unused].join(', ')}`);
}

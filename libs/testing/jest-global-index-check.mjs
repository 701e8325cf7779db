import { readFileSync } from 'node:fs';
import { tearDown } from './jest-global-setup.mjs';

/** Runs after a complete run of the integration suites. Throws if an index or an exception was never used. */
export default async function checkIndexes() {
  await tearDown();
  const { TEST_INDEX_USE_FILE: file } = process.env;
  if (!file) return;
  /** @type {{declared: string[], used: string[]}[]} what check-queries.ts wrote for each suite */
  const suites = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const usedNames = new Set(suites.flatMap((suite) => suite.used));
  const unusedNames = new Set(
    suites.flatMap((suite) => suite.declared).filter((name) => !usedNames.has(name)),
  );
  if (unusedNames.size > 0) throw new Error(`No query needs: ${[...unusedNames].join(', ')}`);
}

import { relative } from 'node:path';

/*
 * What one or two runs of Jest say about the same tests. A file with a failure may run once more, as a whole, since its
 * tests often build on each other, and a `beforeAll` that throws fails all of them.
 */

/**
 * What this file reads of the report of `jest --json`. `name` is the path of the file.
 * @typedef {{name: string, status: string, message: string, startTime: number, endTime: number,
 *   assertionResults: {status: string, fullName: string, failureMessages?: string[] | null}[]}} Suite
 */

/**
 * A test, or a file that failed outside its tests.
 * @typedef {{name: string, hasPassed: boolean, isFile?: true, message?: string}} Verdict
 */

/**
 * A run of Jest on all files, or on these. Without `suites` it broke off: before its tests or after them.
 * @typedef {(files?: string[]) => Promise<{code: number | null, suites?: Suite[]}>} Run
 */

/**
 * Runs tests, and the files with a failure once more if `mayRepeat`.
 * @param {Run} run
 * @param {{mayRepeat: boolean, root: string}} options
 * @returns {Promise<{code: number | null, verdicts?: Verdict[], flaky: Verdict[]}>} no verdicts if the first run broke off
 */
export async function runAndRepeat(run, { mayRepeat, root }) {
  const { code, suites } = await run();
  if (!suites) return { code, flaky: [] };
  const failed = suites.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (!mayRepeat || failed.length === 0) return { code, ...joinRuns(suites, [], root) };
  const second = await run(failed);
  return { code: second.code, ...joinRuns(suites, second.suites, root) };
}

/**
 * The verdicts on all tests of `first`; `repeated` are its failed files once more. A test that passed in one of two runs
 * has passed, once, and is flaky.
 * @param {Suite[]} first
 * @param {Suite[] | undefined} repeated
 * @param {string} root of the checkout: names of files are relative to it
 * @returns {{verdicts: Verdict[], flaky: Verdict[]}}
 */
function joinRuns(first, repeated = [], root) {
  /** @type {Verdict[]} */
  const verdicts = [];
  /** @type {Verdict[]} */
  const flaky = [];
  for (const suite of first) {
    const before = verdictsOf(suite, root);
    const suiteAgain = suite.status === 'failed' && repeated.find(({ name }) => name === suite.name);
    const after = suiteAgain ? verdictsOf(suiteAgain, root) : before;
    // A file that could not be run has no tests to compare.
    if (before.some(({ isFile }) => isFile)) {
      verdicts.push(...after);
      if (after.every(({ hasPassed }) => hasPassed)) flaky.push(...before.filter(({ isFile }) => isFile));
      continue;
    }
    for (const [index, verdict] of before.entries()) {
      const other = after[index]?.isFile ? verdict : (after[index] ?? verdict);
      if (verdict.hasPassed !== other.hasPassed)
        flaky.push({ ...verdict, message: verdict.message ?? other.message });
      verdicts.push(verdict.hasPassed ? verdict : other);
    }
  }
  return { verdicts, flaky };
}

/** @param {Suite} suite @param {string} root @returns {Verdict[]} */
function verdictsOf({ name, status, message, assertionResults }, root) {
  const file = relative(root, name);
  const tests = assertionResults.map((test) => ({
    name: `${file} › ${test.fullName}`,
    // A test that was skipped, or is still to do, has not passed.
    hasPassed: test.status === 'passed',
    message: test.status === 'failed' ? test.failureMessages?.[0] : undefined,
  }));
  return status === 'failed' && tests.every(({ hasPassed }) => hasPassed)
    ? [...tests, { name: file, hasPassed: false, isFile: true, message }]
    : tests;
}

/** The line before the last one, if a test was flaky. @param {string[]} names */
export function flakyLine(names) {
  return names.length > 0 ? `${names.length} flaky: ${names.join('; ')}\n` : '';
}

/** A report at the end needs only the beginning of a message. @param {Verdict} verdict */
export function describe({ name, message = '' }) {
  const start = message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 6);
  return [name, ...start].join('\n      ');
}

/**
 * Prints the figures of a work, and the failures of its loads. Answers how many requests failed.
 * @param {string} title
 * @param {string[]} figures
 * @param {import('./load.mjs').LoadResult[]} loads
 */
export function report(title, figures, loads) {
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const firstFailure = loads.map((load) => load.firstFailure).find(Boolean);
  const lines = [...figures, ...(firstFailure ? [`FAILED ${failed}: ${firstFailure}`] : [])];
  process.stdout.write(`\n  ${title}\n${lines.map((line) => `    ${line}\n`).join('')}\n`);
  return failed;
}

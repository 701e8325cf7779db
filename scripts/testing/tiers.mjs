/*
 * The tiers of `npm test`, in the order in which they start: a few run side by side, since all of them wait for a good part
 * of their time, and the longest ones come first. Those that run `alone` follow.
 */

/** Suites of e2e/faults that measure how long people wait, or keep both processors busy. The others mostly wait. */
const MEASURED = 'faults/(memory|slow-providers)\\.spec';

/** Suites of e2e/faults that measure, too, but leave room for each other while brokers start and come back. */
const BROKEN_BROKERS = 'faults/brokers?\\.spec';

/** Suites of e2e/faults that take a while by themselves. */
const OFFLINE = 'faults/offline';

/** Parts of e2e/browser that take about the same time, by the letter with which a suite's name begins. */
const BROWSER_PARTS = ['a-k', 'l-o', 'p', 'q-z'];

/** Tiers that run at the same time: with fewer, two processors wait for a third of the time. */
const SIDE_BY_SIDE = 4;

/** Selects these files of a project; `--files` narrows them further. @param {string} pattern */
const only = (pattern) => [`--testPathIgnorePatterns=^(?!.*${pattern})`];

/**
 * Each is a project of jest.config.js, or the part of `project` that `files` selects. `serial`: its specs share one
 * running stack. `usual`: what `npm test` runs of it, all of it or these specs. `after`: waits for that tier to end.
 * @typedef {{name: string, project?: string, files?: string[], needs: string[], after?: string, alone?: true,
 *   serial?: true, usual?: true | string}} Tier
 * @type {Tier[]}
 */
export const TIERS = [
  { name: 'web', needs: [], usual: true },
  { name: 'integration', needs: ['infrastructure'], usual: true },
  {
    name: 'e2e-faults',
    files: [`--testPathIgnorePatterns=${MEASURED}|${BROKEN_BROKERS}|${OFFLINE}`],
    needs: ['infrastructure', 'build', 'browser'],
    serial: true,
    usual: 'faults/restarts\\.spec',
  },
  { name: 'unit', needs: [], usual: true },
  {
    name: 'e2e-sittings',
    needs: ['infrastructure', 'build', 'browser'],
    serial: true,
    usual: true,
  },
  // Chromium ends its requests when a container brings a network, and when it goes.
  { name: 'e2e-compose', needs: ['compose', 'build', 'browser'], after: 'e2e-sittings', serial: true },
  { name: 'e2e-attacks', needs: ['infrastructure', 'build'], serial: true },
  { name: 'contract', needs: ['infrastructure'] },
  { name: 'e2e-fuzz', needs: ['infrastructure', 'build', 'schemathesis'], serial: true },
  ...BROWSER_PARTS.map((letters) => ({
    name: `e2e-browser-${letters}`,
    project: 'e2e-browser',
    files: only(`browser/[${letters}]`),
    needs: ['infrastructure', 'build', 'browser'],
    after: 'e2e-compose',
    serial: /** @type {const} */ (true),
    usual: letters === 'q-z' ? 'browser/walk\\.spec' : undefined,
  })),
  {
    name: 'e2e-http',
    needs: ['infrastructure', 'build'],
    serial: true,
    usual: 'http/(story|headers|routes)\\.spec',
  },
  {
    name: 'e2e-faults-offline',
    project: 'e2e-faults',
    files: only(OFFLINE),
    needs: ['infrastructure', 'build', 'browser', 'firefox'],
    serial: true,
  },
  {
    name: 'e2e-faults-measured',
    project: 'e2e-faults',
    files: only(MEASURED),
    needs: ['infrastructure', 'build', 'browser'],
    alone: true,
    serial: true,
  },
  {
    name: 'e2e-faults-brokers',
    project: 'e2e-faults',
    files: only(BROKEN_BROKERS),
    needs: ['infrastructure', 'build'],
    alone: true,
  },
];

/** A project's name stands for all its parts. @param {Tier} tier */
export const namesOf = ({ name, project = name }) => [name, project];

/** @param {readonly Tier[]} tiers @param {(tier: Tier) => Promise<void>} run */
export async function runInOrder(tiers, run) {
  const queue = tiers.filter(({ alone }) => !alone);
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  const isOver = (/** @type {string | undefined} */ name) =>
    !running.has(name ?? '') && !queue.some((tier) => tier.name === name);
  while (queue.length + running.size > 0) {
    const index = running.size < SIDE_BY_SIDE ? queue.findIndex(({ after }) => isOver(after)) : -1;
    const [tier] = index < 0 ? [] : queue.splice(index, 1);
    if (!tier) await Promise.race(running.values());
    else {
      const { name } = tier;
      running.set(
        name,
        run(tier).finally(() => running.delete(name)),
      );
    }
  }
  for (const tier of tiers.filter(({ alone }) => alone)) await run(tier);
}

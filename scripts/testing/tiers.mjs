/*
 * The tiers of `npm test`. Those of one lane run in this order, the lanes side by side, since all of them wait for a good
 * part of their time; `alone` follows them.
 */

/** Suites of e2e/faults that measure how long people wait, or keep both processors busy. The others mostly wait. */
const MEASURED = 'faults/(memory|slow-providers)\\.spec';

/** Suites of e2e/faults that measure, too, but leave room for each other while brokers start and come back. */
const BROKEN_BROKERS = 'faults/brokers?\\.spec';

/** Suites of e2e/faults for the lane that has less to do than the others. */
const OFFLINE = 'faults/offline';

/** Selects these files of a project; `--files` narrows them further. @param {string} pattern */
const only = (pattern) => [`--testPathIgnorePatterns=^(?!.*${pattern})`];

/**
 * Each is a project of jest.config.js, or the part of `project` that `files` selects. `serial`: its specs share one
 * running stack. `usual`: what `npm test` runs of it, all of it or these specs.
 * @typedef {{name: string, project?: string, files?: string[], needs: string[], lane: 'a' | 'b' | 'c' | 'alone', serial: boolean,
 *   usual?: true | string}} Tier
 * @type {Tier[]}
 */
export const TIERS = [
  // Before the other tiers of its lane: it mostly waits, and what runs last should keep both processors busy.
  {
    name: 'e2e-faults',
    files: [`--testPathIgnorePatterns=${MEASURED}|${BROKEN_BROKERS}|${OFFLINE}`],
    needs: ['infrastructure', 'build', 'browser'],
    lane: 'a',
    serial: true,
    usual: 'faults/restarts\\.spec',
  },
  { name: 'unit', needs: [], lane: 'a', serial: false, usual: true },
  {
    name: 'e2e-faults-offline',
    project: 'e2e-faults',
    files: only(OFFLINE),
    needs: ['infrastructure', 'build', 'browser', 'firefox'],
    lane: 'a',
    serial: true,
  },
  { name: 'integration', needs: ['infrastructure'], lane: 'b', serial: false, usual: true },
  { name: 'contract', needs: ['infrastructure'], lane: 'b', serial: false },
  { name: 'e2e-fuzz', needs: ['infrastructure', 'build', 'schemathesis'], lane: 'b', serial: true },
  { name: 'e2e-attacks', needs: ['infrastructure', 'build'], lane: 'b', serial: true },
  {
    name: 'e2e-http',
    needs: ['infrastructure', 'build'],
    lane: 'b',
    serial: true,
    usual: 'http/(story|headers|routes)\\.spec',
  },
  { name: 'web', needs: [], lane: 'c', serial: false, usual: true },
  // Before the browsers: Chromium ends its requests when a container brings a network, and when it goes.
  { name: 'e2e-compose', needs: ['compose', 'build', 'browser'], lane: 'c', serial: true },
  {
    name: 'e2e-browser',
    needs: ['infrastructure', 'build', 'browser'],
    lane: 'c',
    serial: true,
    usual: 'browser/walk\\.spec',
  },
  {
    name: 'e2e-sittings',
    needs: ['infrastructure', 'build', 'browser'],
    lane: 'c',
    serial: true,
    usual: true,
  },
  {
    name: 'e2e-faults-measured',
    project: 'e2e-faults',
    files: only(MEASURED),
    needs: ['infrastructure', 'build', 'browser'],
    lane: 'alone',
    serial: true,
  },
  {
    name: 'e2e-faults-brokers',
    project: 'e2e-faults',
    files: only(BROKEN_BROKERS),
    needs: ['infrastructure', 'build'],
    lane: 'alone',
    serial: false,
  },
];

/** A project's name stands for all its parts. @param {Tier} tier */
export const namesOf = ({ name, project = name }) => [name, project];

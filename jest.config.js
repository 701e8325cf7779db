/**
 * The tiers: `unit` (beside the code, no infrastructure), `integration` (a service on a real broker and a real
 * database, see libs/testing), `contract` (the same for the platform's messaging), `web` (components in jsdom),
 * `e2e-*` (the running stack).
 */
const swc = (/** @type {boolean} */ tsx) => [
  tsx ? '<rootDir>/web/test/transform.js' : '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx, decorators: !tsx },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    },
    module: { type: 'es6' },
  },
];

/** Workspace packages resolve to their sources, so that no test runs against a stale build. */
const node = {
  testEnvironment: '<rootDir>/libs/testing/jest-environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['@inner-weather/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': swc(false) },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['/dist/'],
};

/** Code of the page that runs in a worker, so that it must do without a document: its specs are unit tests. */
const WORKER = '/web/src/features/import/understand/';

/** Components and whole screens in jsdom; only the network is answered by the tests. */
const web = {
  displayName: 'web',
  testMatch: ['<rootDir>/web/src/**/*.spec.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', WORKER],
  testEnvironment: '<rootDir>/web/test/jsdom-environment.js',
  testEnvironmentOptions: { customExportConditions: ['@inner-weather/source', 'browser'] },
  setupFilesAfterEnv: ['<rootDir>/web/test/setup.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': swc(true) },
  moduleNameMapper: {
    '\\.module\\.css$': 'identity-obj-proxy',
    // The one for development takes a stack for each element, which is a fifth of the time.
    '^(react)/(jsx-runtime)$': '<rootDir>/node_modules/$1/cjs/$1-$2.production.js',
    '^virtual:messages$': '<rootDir>/web/test/messages.ts',
    '^virtual:cities$': '<rootDir>/web/test/cities.ts',
    '^virtual:changelog$': '<rootDir>/web/test/changelog.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['/dist/'],
};

/** The running stack through its doors; every tier has one of its own, which its suites share. */
const e2e = (/** @type {string} */ tier) => ({
  ...node,
  displayName: `e2e-${tier}`,
  testMatch: [`<rootDir>/e2e/${tier}/**/*.spec.ts`],
  globalSetup: '<rootDir>/e2e/support/stacks/global-setup.mjs',
  globalTeardown: '<rootDir>/e2e/support/stacks/global-teardown.mjs',
});

export default {
  // Real brokers and databases take their time on a busy machine.
  testTimeout: 60_000,
  // Of `it.concurrent`, for suites whose tests mostly wait.
  maxConcurrency: 3,
  projects: [
    {
      ...node,
      displayName: 'unit',
      testMatch: ['<rootDir>/{libs,services,scripts,bench}/**/*.spec.ts', `<rootDir>${WORKER}**/*.spec.ts`],
      testPathIgnorePatterns: ['/node_modules/', '/test/'],
    },
    {
      ...node,
      displayName: 'integration',
      testMatch: ['<rootDir>/services/*/test/**/*.spec.ts'],
      setupFilesAfterEnv: [
        '<rootDir>/libs/testing/src/check-queries.ts',
        '<rootDir>/services/auth/test/cheap-passwords.ts',
      ],
      globalSetup: '<rootDir>/libs/testing/jest-global-setup.mjs',
      globalTeardown: '<rootDir>/libs/testing/jest-global-index-check.mjs',
    },
    {
      // What messages promise: `npm test` runs it on every supported RabbitMQ.
      ...node,
      displayName: 'contract',
      testMatch: ['<rootDir>/libs/*/test/**/*.spec.ts'],
      globalSetup: '<rootDir>/libs/testing/jest-global-setup.mjs',
      globalTeardown: '<rootDir>/libs/testing/jest-global-teardown.mjs',
    },
    web,
    e2e('http'),
    e2e('attacks'),
    e2e('fuzz'),
    e2e('browser'),
    {
      // On a stack that somebody else has started: E2E_URL says where. See e2e/compose/stack.mjs.
      ...node,
      displayName: 'e2e-compose',
      testMatch: ['<rootDir>/e2e/compose/**/*.spec.ts'],
    },
    {
      // On the cluster that kubectl talks to; e2e/kubernetes/run.mjs runs it.
      ...node,
      displayName: 'e2e-kubernetes',
      testMatch: ['<rootDir>/e2e/kubernetes/**/*.spec.ts'],
    },
    {
      ...node,
      displayName: 'e2e-sittings',
      testMatch: ['<rootDir>/e2e/sittings/**/*.spec.ts'],
      globalSetup: '<rootDir>/libs/testing/jest-global-setup.mjs',
      globalTeardown: '<rootDir>/libs/testing/jest-global-teardown.mjs',
    },
    {
      ...node,
      displayName: 'e2e-faults',
      testMatch: ['<rootDir>/e2e/faults/**/*.spec.ts'],
      globalSetup: '<rootDir>/libs/testing/jest-global-setup.mjs',
      globalTeardown: '<rootDir>/libs/testing/jest-global-teardown.mjs',
    },
  ],
};

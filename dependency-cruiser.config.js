/* Which file may import which. `npm run check` holds the code to it. docs/architecture.md describes the rooms. */

const TESTS = '\\.spec\\.tsx?$|/test/';

/** Packages and folders, each with those that it may import. A folder that is not listed may import any. */
const PACKAGES = {
  'libs/languages': [],
  // Knows no framework, so that the page can use it.
  'libs/domain': ['libs/languages'],
  'libs/contracts': ['libs/domain', 'libs/languages'],
  'deploy/local': ['libs/contracts'],
  'libs/testing': ['deploy/local'],
  'libs/platform': ['libs/contracts', 'libs/domain', 'libs/languages', 'libs/testing'],
  // A service imports no other.
  'services/[^/]+': ['libs/contracts', 'libs/domain', 'libs/languages', 'libs/platform', 'libs/testing'],
  tools: [],
  web: ['libs/domain', 'libs/languages', 'libs/testing'],
  'scripts/demo': ['deploy/local', 'libs/domain'],
  e2e: [
    'deploy/local',
    'libs/contracts',
    'libs/domain',
    'libs/languages',
    'libs/platform',
    'libs/testing',
    'scripts/demo',
  ],
  bench: ['deploy/local', 'e2e/support', 'libs/domain', 'libs/testing'],
};

/**
 * Rooms that stand in order: each may import those before it.
 * @param {string[]} rooms
 */
const inOrder = (...rooms) => Object.fromEntries(rooms.map((room, n) => [room, rooms.slice(0, n)]));

/** The rooms of a package, which are the folders in its `src`, each with the rooms that it may import. */
const ROOMS = {
  'libs/domain/src': inOrder(
    'own-lists',
    'text',
    'time',
    'weather',
    'measures',
    'entries',
    'reminders',
    'statistics',
    'beginnings',
    'self-harm',
    'problems',
  ),
  'libs/platform/src': {
    telemetry: [],
    mongo: ['telemetry'],
    encryption: ['mongo'],
    limits: ['mongo'],
    backup: ['encryption', 'mongo'],
    messaging: [],
    rpc: ['messaging', 'telemetry'],
    events: ['messaging', 'telemetry'],
    outbox: ['events', 'mongo', 'telemetry'],
    idempotency: ['encryption', 'outbox'],
    transport: ['events', 'messaging', 'rpc'],
  },
  'services/auth/src': inOrder(
    'accounts',
    'identities',
    'sessions',
    'second-factor',
    'access-tokens',
    'passkeys',
    'sign-in',
    'mail',
    'registration',
    'oidc',
    'users',
    'administration',
  ),
  'services/journal/src': inOrder(
    'entries',
    'own-lists',
    'measures',
    'moods',
    'beginnings',
    'storage',
    'stamps',
    'erasure',
    'writing',
    'import',
    'search',
    'tags',
    'days',
    'measured',
  ),
  'web/src/lib': inOrder(
    'language',
    'weather',
    'api',
    'dates',
    'entry',
    'vault',
    'screen',
    'outbox',
    'share',
    'drafts',
    'device-lock',
    'copy',
    'measures',
    'own-moods',
    'beginnings',
    'push',
    'entries',
    'account',
  ),
};

/** @typedef {import('dependency-cruiser').IRegularForbiddenRuleType} Rule */

/**
 * @param {string} name
 * @param {Rule['from']} from
 * @param {Rule['to']} to
 * @returns {Rule}
 */
const never = (name, from, to) => ({ name, severity: 'error', from, to });

const anyOf = (/** @type {string[]} */ ...names) => `(${names.join('|')})`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    // Imports of types do not count: they are gone when the code runs.
    never('no-cycle', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    // No other rule sees an import that leads nowhere. Output of the build may be missing, and Vite makes virtual modules.
    never('unresolved', {}, { couldNotResolve: true, pathNot: '/dist/|^virtual:' }),
    // `npm start` builds and runs without the development dependencies: only tests and checks have them.
    never(
      'start-has-no-packages-of-tests',
      {
        path: `^${anyOf('deploy', 'libs', 'services', 'web')}/`,
        // It describes the events for readers, and nothing that runs.
        pathNot: `${TESTS}|^libs/testing/|/asyncapi\\.cli\\.ts$`,
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    ...Object.entries(PACKAGES).map(([folder, others]) =>
      never(
        'packages',
        { path: `^(${folder})/` },
        {
          path: '^(bench|deploy|e2e|helm|libs|scripts|services|tools|web)/',
          pathNot: `^${anyOf('$1', ...others)}/`,
        },
      ),
    ),
    ...Object.entries(ROOMS).flatMap(([src, rooms]) => [
      ...Object.entries(rooms).map(([room, others]) =>
        never(
          'rooms',
          { path: `^${src}/${room}/`, pathNot: TESTS },
          { path: `^${src}/[^/]+/`, pathNot: `^${src}/${anyOf(room, ...others)}/` },
        ),
      ),
      never(
        'rooms-are-listed',
        { path: `^${src}/[^/]+/`, pathNot: `^${src}/${anyOf(...Object.keys(rooms))}/` },
        { path: `^${src}/` },
      ),
    ]),
    never(
      'platform-beside-rooms',
      { path: '^libs/platform/src/[^/]+$', pathNot: `${TESTS}|/bootstrap\\.ts$` },
      { path: '^libs/platform/src/[^/]+/' },
    ),
    // The files that put auth together know its rooms. The rooms import the others, so those know none.
    never(
      'auth-beside-rooms',
      {
        path: '^services/auth/src/[^/]+$',
        pathNot: `${TESTS}|/(admin\\.cli|app\\.module|housekeeping|settings\\.module)\\.ts$`,
      },
      { path: '^services/auth/src/[^/]+/' },
    ),
    // The rooms import the files beside them, so those know none but the one of texts.
    never(
      'web-lib-beside-rooms',
      { path: '^web/src/lib/[^/]+$', pathNot: TESTS },
      { path: '^web/src/lib/[^/]+/', pathNot: '^web/src/lib/language/' },
    ),
    never(
      'web-lib-is-below-what-is-drawn',
      { path: '^web/src/lib/', pathNot: TESTS },
      { path: '^web/src/(charts|components)/' },
    ),
    never(
      'web-shared-code-knows-no-feature',
      { path: '^web/src/(lib|components)/' },
      { path: '^web/src/(features|app)/' },
    ),
    never(
      'web-features-know-no-other',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/(features|app)/', pathNot: '^web/src/features/$1/' },
    ),
  ],
  options: {
    exclude: { path: '^\\.(data|nx)/' },
    doNotFollow: { path: '(^|/)(dist|node_modules)/' },
    // Packages of this repository resolve to their sources.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@inner-weather/source', 'import'],
    },
    tsPreCompilationDeps: true,
    // Of a workspace and of the root, which has what builds all of them.
    combinedDependencies: true,
  },
};

import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.spec.{ts,tsx}', '**/test/**', 'libs/testing/**', 'e2e/**'];

/** Who may import whom. A service is in nobody's list. */
const BOUNDARIES = [
  { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: [] },
  {
    sourceTag: 'type:platform',
    onlyDependOnLibsWithTags: ['type:contracts', 'type:platform', 'type:testing'],
  },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: [] },
  {
    sourceTag: 'type:service',
    onlyDependOnLibsWithTags: ['type:contracts', 'type:platform', 'type:testing'],
  },
  { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:tools', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:contracts', 'type:platform', 'type:testing'] },
  { sourceTag: 'type:bench', onlyDependOnLibsWithTags: ['type:contracts', 'type:testing', 'type:e2e'] },
];

const NO_BARREL = {
  selector: 'ExportAllDeclaration',
  message: 'No barrels: import a name from the file that declares it.',
};

const NO_ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'process.env is read in config.ts only.',
};

/**
 * What a folder of the web may not import.
 * @returns {import('eslint').Linter.RulesRecord}
 */
const webImports = (/** @type {{regex: string, message: string}[]} */ ...patterns) => ({
  'no-restricted-imports': ['error', { patterns }],
});

const PURE_CONTRACTS = {
  regex:
    '^@inner-weather/contracts/(?!(chance|entry-names|limits|messages|mood-days|moods|periods|self-harm/suggests-self-harm|skies|tags|temperature|uuid7|word-search)$)',
  message:
    'The web takes pure constants and functions of contracts only, and its types from lib/api-types.gen.',
};

const FEATURES = ['auth', 'days', 'insights', 'journal', 'landing'];

/** The rooms of the platform, and what each of them may import. A room that is missing here may import no other. */
const PLATFORM_ROOMS = {
  telemetry: [],
  mongo: ['telemetry'],
  encryption: ['mongo'],
  limits: ['mongo'],
  backup: [],
  messaging: [],
  rpc: ['messaging', 'telemetry'],
  events: ['messaging', 'telemetry'],
  outbox: ['events', 'mongo', 'telemetry'],
  idempotency: ['encryption', 'outbox'],
  transport: ['events', 'messaging', 'rpc'],
};

/**
 * What the files of a room may not import.
 * @returns {import('typescript-eslint').ConfigWithExtends}
 */
const platformRoom = (
  /** @type {string} */ files,
  /** @type {string[]} */ rooms,
  /** @type {string[]} */ ignores = [],
) => ({
  files: [`libs/platform/src/${files}`],
  ignores: [...TESTS, ...ignores],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^\\.{1,2}/(?!(${rooms.join('|')})/)[a-z-]+/`,
            message: 'docs/architecture.md says which rooms of the platform may import which.',
          },
        ],
      },
    ],
  },
});

export default tseslint.config(
  { ignores: ['**/dist/**', '**/*.gen.d.ts', 'e2e/screenshots/**', '.data/**', '.nx/**'] },
  ...tseslint.configs.recommendedTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { project: ['./tsconfig.json', './web/tsconfig.json'] } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          allow: [
            '../deploy/local/*',
            '../../deploy/local/*',
            '../../e2e/support/*',
            '../scripts/demo/*',
            '../../scripts/demo/*',
          ],
          depConstraints: BOUNDARIES,
        },
      ],
      '@typescript-eslint/consistent-type-definitions': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', 500],
      'no-console': 'error',
      'no-restricted-syntax': ['error', NO_BARREL, NO_ENVIRONMENT],
      eqeqeq: 'error',
    },
  },
  {
    // Where configuration is read, and the runners and tools around the product.
    files: ['**/config.ts', '**/*.cli.ts', '**/*.mjs', '*.js', ...TESTS],
    rules: { 'no-restricted-syntax': ['error', NO_BARREL] },
  },
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Types of these come from JSDoc; what JSON and the network bring is looked at where it is read.
    files: ['**/*.mjs', '**/*.js'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['web/**'],
    ...reactHooks.configs.flat.recommended,
    rules: { ...reactHooks.configs.flat.recommended.rules, 'react-hooks/incompatible-library': 'off' },
  },
  {
    files: ['web/src/lib/**', 'web/src/components/**'],
    rules: webImports(PURE_CONTRACTS, {
      regex: '/(features|app)/',
      message: 'Shared code knows no feature.',
    }),
  },
  ...FEATURES.map((feature) => ({
    files: [`web/src/features/${feature}/**`],
    rules: webImports(PURE_CONTRACTS, {
      regex: `(/app/|^(\\.\\./)+(${FEATURES.filter((other) => other !== feature).join('|')})/)`,
      message: 'A feature knows neither another feature nor the app around it.',
    }),
  })),
  platformRoom('**', [], ['**/bootstrap.ts']),
  ...Object.entries(PLATFORM_ROOMS).map(([room, others]) => platformRoom(`${room}/**`, others)),
  { files: ['web/src/app/**'], rules: webImports(PURE_CONTRACTS) },
  prettier,
);

import css from '@eslint/css';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.spec.{ts,tsx}', '**/test/**', 'libs/testing/**', 'e2e/**'];

const NO_BARREL = {
  selector: 'ExportAllDeclaration',
  message: 'No barrels: import a name from the file that declares it.',
};

const NO_ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'process.env is read in config.ts only.',
};

/** Properties and units that are the same for both directions of writing. */
const [{ properties: LOGICAL }] = css.rules['prefer-logical-properties'].meta.schema;
const IN_BOTH_DIRECTIONS = {
  allowProperties: LOGICAL.allowProperties.items.enum.filter((property) => !/left|right/.test(property)),
  allowUnits: LOGICAL.allowUnits.items.enum,
};

export default tseslint.config(
  { ignores: ['**/dist/**', '**/*.gen.d.ts', 'e2e/screenshots/**', '.data/**', '.nx/**'] },
  {
    // The page is mirrored in languages that are written from right to left.
    files: ['web/src/**/*.css'],
    plugins: { css },
    language: 'css/css',
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { 'css/prefer-logical-properties': ['error', IN_BOTH_DIRECTIONS] },
  },
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: ['./tsconfig.json', './web/tsconfig.json'] } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
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
    files: ['**/config.ts', 'web/vite.config.ts', '**/*.cli.ts', '**/*.mjs', '*.js', ...TESTS],
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
    files: ['web/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
    rules: { ...reactHooks.configs.flat.recommended.rules, 'react-hooks/incompatible-library': 'off' },
  },
  prettier,
);

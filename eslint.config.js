import css from '@eslint/css';
import prettier from 'eslint-config-prettier';
import lingui from 'eslint-plugin-lingui';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.spec.{ts,tsx}', '**/test/**', 'libs/testing/**', 'e2e/**'];

/** Which strings are no text. The plugin compiles each pattern without the flag `u`, so they name A to Z. */
const UNLOCALIZED = {
  // A literal of a union type is a choice, not a text.
  useTsTypes: true,
  ignore: [
    // One word without a capital at its start: a code, a key, a path, an event, a length. BARE_TEXTS finds those that are shown.
    String.raw`^[^A-Z\s]\S*$`,
    // Constants, times in ISO 8601, lists of regions, time zones, names of errors.
    '^[A-Z0-9_-]+$',
    String.raw`^T\d\d:\d\d`,
    '^([A-Z]{2} ?)+$',
    '^[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+$',
    '^[A-Z][A-Za-z]+Error$',
    // Paths of SVG, functions of CSS and SVG.
    String.raw`^M-?[\d.]*( |$|h)`,
    String.raw`^[a-z-]+\(`,
    // The keys of a shortcut, in aria-keyshortcuts.
    '^(Control|Meta)[+]',
    // The first bytes of files.
    '^(Rar!|BZh|SQLite format 3|<!DOCTYPE html)$',
    // The keys of queries.
    '^(entries of a day|first day)$',
    // The names of the product and of sites.
    '^[·©]? ?Inner Weather$',
    String.raw`^\S+\.com$`,
  ],
  ignoreNames: ['queryKey', '_id', 'aria-keyshortcuts', 'mood'],
  // What they take is read by a machine or, as the message of an error, by a developer.
  ignoreFunctions: [
    '*Error',
    '*.get',
    '*.headers.set',
    '*.startsWith',
    '*.endsWith',
    '*.querySelector*',
    '*.closest',
    '*.matches',
    '*.matchMedia',
    // The names of other journals' programs.
    'exportOf',
    'backupOf',
  ],
};

/** What the plugin lets pass where it is shown: one word without a capital, and attributes of HTML and SVG. */
const WORD = String.raw`/^\s*[^A-Za-z\d]*[a-z]{2,}[^A-Za-z\d]*\s*$/`;
const NO_MESSAGE = ':not(CallExpression *, TaggedTemplateExpression *, BinaryExpression > *)';
const BARE_TEXTS = [
  // A word between tags, also as one of two.
  `JSXText[value=${WORD}]:not(JSXElement[openingElement.name.name=/^(Trans|Plural|Select)$/] JSXText)`,
  `JSXElement > JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > Literal[value=${WORD}]`,
  // A word in an attribute that is read.
  `JSXAttribute[name.name=/(^(alt|title|legend|placeholder|hint|text|intro|summary)|-label|[lL]abel)$/] Literal[value=${WORD}]${NO_MESSAGE}`,
  // A word beside a variable, as in `${count} days`.
  String.raw`TemplateElement[value.cooked=/^\s+[a-z]+$|^[a-z]+\s+$/]:not(TaggedTemplateExpression > TemplateLiteral > *, CallExpression[callee.name=/^(t|msg|plural|select)$/] *, JSXAttribute[name.name='key'] *, Property[key.name='_id'] *)`,
  // Any text in an attribute that is read, of an element whose attributes the plugin does not look at.
  ...['Literal[value=/[A-Za-z]{2}/]', 'TemplateElement[value.cooked=/[A-Za-z]{2}/]'].map(
    (text) =>
      `:matches(JSXOpeningElement[name.name=/^[a-z]/] > JSXAttribute[name.name=/^(title|aria-(description|roledescription|valuetext))$/], JSXOpeningElement[name.name=/^(svg|g|path|rect|circle|line)$/] > JSXAttribute[name.name='aria-label']) ${text}${NO_MESSAGE}`,
  ),
].map((selector) => ({ selector, message: 'String not marked for translation.' }));

const NO_BARREL = {
  selector: 'ExportAllDeclaration',
  message: 'No barrels: import a name from the file that declares it.',
};

const NO_ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'process.env is read in config.ts only.',
};

/** Properties and units that are the same for both directions of writing. */
/** @typedef {{items: {enum: string[]}}} Names @type {{properties: {allowProperties: Names, allowUnits: Names}}[]} */
const [LOGICAL] = /** @type {any} */ (css.rules['prefer-logical-properties'].meta.schema);
const IN_BOTH_DIRECTIONS = {
  allowProperties: LOGICAL?.properties.allowProperties.items.enum.filter(
    (property) => !/left|right/.test(property),
  ),
  allowUnits: LOGICAL?.properties.allowUnits.items.enum,
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
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}', '**/*.gen.ts'],
    plugins: { lingui },
    rules: {
      'lingui/t-call-in-function': 'error',
      'lingui/no-single-tag-to-translate': 'error',
      'lingui/no-single-variables-to-translate': 'error',
      'lingui/no-trans-inside-trans': 'error',
      'lingui/no-expression-in-message': 'error',
      'lingui/no-unlocalized-strings': ['error', UNLOCALIZED],
      'no-restricted-syntax': ['error', NO_BARREL, NO_ENVIRONMENT, ...BARE_TEXTS],
    },
  },
  prettier,
);

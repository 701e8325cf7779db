import css from '@eslint/css';
import typescript from '@typescript-eslint/parser';
import lingui from 'eslint-plugin-lingui';

/* What oxlint (.oxlintrc.json) has no rules for: texts that are not marked for translation, and style sheets. */

/** Which strings are no text. The plugin compiles each pattern without the flag `u`, so they name A to Z. */
const UNLOCALIZED = {
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
    // The rules of pages in print and of the sizes of pictures, and the name of a size of paper.
    String.raw`^(@page|font:|\(min-width:) `,
    '^Letter$',
    // The keys of a shortcut, in aria-keyshortcuts.
    '^(Control|Meta)[+]',
    // The first bytes of files.
    '^(Rar!|BZh|SQLite format 3|<!DOCTYPE html)$',
    // The name under which the device keeps a day.
    '^first day$',
    // The names of the product and of sites.
    '^[·©]? ?Inner Weather$',
    String.raw`^\S+\.com$`,
  ],
  ignoreNames: ['_id', 'aria-keyshortcuts', 'autoComplete', 'mood'],
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
    'shellCommand',
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

/** Keys of queries come from web/src/lib/query-keys.ts, so that no query lies under those of another kind by mistake. */
const FACTORY = '/^queryKey(sOf)?$/';
const FOREIGN_KEYS = [
  ...[
    `[value.type!='CallExpression'][value.type!='MemberExpression']`,
    `[value.type='CallExpression']:not([value.callee.name=${FACTORY}])`,
    `[value.type='MemberExpression'][value.property.name!='queryKey']`,
  ].map((value) => `ObjectExpression > Property[key.name='queryKey']${value}`),
  'CallExpression[callee.property.name=/^([gs]etQueryData|getQueryState|[gs]etQueryDefaults)$/][arguments.0.type="ArrayExpression"]',
].map((selector) => ({ selector, message: 'The key of a query comes from lib/query-keys.ts.' }));

/** Queries that hold entries are made and changed in lib/entries only. A list is fetched again by its key. */
const ENTRIES = {
  selector: `CallExpression[callee.name=${FACTORY}] > Literal[value=/^(dayEntries|earlierEntries|entryLists)$/]`,
  message: 'Queries that hold entries are made and changed in lib/entries.',
};

/** Lengths that the browser and react-hook-form count in code units, so that emoji would count twice. */
const CODE_UNITS = {
  selector: ':matches(JSXAttribute[name.name=/^(max|min)Length$/], Property[key.name=/^(max|min)Length$/])',
  message: 'Use a rule of components/forms/text-rules.ts.',
};

/** What the browser's clock says, where the zone of the account counts. */
const CLOCK_OF_BROWSER = {
  selector:
    'MemberExpression[property.name=/^(toLocale(Date|Time)String|get(Hours|Minutes|Day|Date|Month|FullYear))$/]',
  message: 'Use lib/dates: the time zone of the account counts.',
};

/** Properties and units that are the same for both directions of writing. */
/** @typedef {{items: {enum: string[]}}} Names @type {{properties: {allowProperties: Names, allowUnits: Names}}[]} */
const [LOGICAL] = css.rules['prefer-logical-properties'].meta.schema;
const IN_BOTH_DIRECTIONS = {
  allowProperties: LOGICAL?.properties.allowProperties.items.enum.filter(
    (property) => !/left|right/.test(property),
  ),
  allowUnits: LOGICAL?.properties.allowUnits.items.enum,
};

export default [
  {
    // The page is mirrored in languages that are written from right to left.
    files: ['web/src/**/*.css'],
    plugins: { css },
    language: 'css/css',
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { 'css/prefer-logical-properties': ['error', IN_BOTH_DIRECTIONS] },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    // A worker that has no texts for people: the page says its codes in words.
    ignores: ['**/*.spec.{ts,tsx}', '**/*.gen.ts', 'web/src/features/import/understand/**'],
    languageOptions: { parser: typescript },
    // The others are of oxlint.
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { lingui },
    rules: {
      'lingui/t-call-in-function': 'error',
      'lingui/no-single-tag-to-translate': 'error',
      'lingui/no-single-variables-to-translate': 'error',
      'lingui/no-trans-inside-trans': 'error',
      'lingui/no-expression-in-message': 'error',
      'lingui/no-unlocalized-strings': ['error', UNLOCALIZED],
      'no-restricted-syntax': [
        'error',
        ...BARE_TEXTS,
        ...FOREIGN_KEYS,
        ENTRIES,
        CODE_UNITS,
        CLOCK_OF_BROWSER,
      ],
    },
  },
  {
    files: ['web/src/lib/entries/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...BARE_TEXTS, ...FOREIGN_KEYS] },
  },
];

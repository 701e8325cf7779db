import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { resolve } from 'node:path';

const TRANS = resolve(import.meta.dirname, '../src/lib/language/trans.tsx');

const linguiConfig = makeConfig(
  { locales: ['en'], runtimeConfigModule: { Trans: [TRANS, 'Trans'] } },
  { skipValidation: true },
);

/**
 * The options with which Babel expands Lingui's macros and leaves everything else to the compiler.
 * @param {object} options
 * @param {boolean} options.stripMessageField leaves out the English texts, which the catalogue has too
 * @returns {import('@babel/core').TransformOptions}
 */
export const macros = ({ stripMessageField }) => ({
  configFile: false,
  babelrc: false,
  parserOpts: { plugins: ['typescript', 'jsx'] },
  plugins: [[linguiMacro, { stripMessageField, linguiConfig }]],
});

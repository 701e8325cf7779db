import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';

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
  plugins: [
    [
      linguiMacro,
      { stripMessageField, linguiConfig: makeConfig({ locales: ['en'] }, { skipValidation: true }) },
    ],
  ],
});

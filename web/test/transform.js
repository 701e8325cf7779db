import { transformSync } from '@babel/core';
import swcJest from '@swc/jest';
import { macros } from '../build/macros.js';

/** Expands Lingui's macros before SWC compiles. The English texts stay, so tests need no catalogue. */
export default {
  createTransformer(/** @type {Parameters<typeof swcJest.createTransformer>[0]} */ options) {
    const swc = swcJest.createTransformer(options);
    /**
     * @param {string} code
     * @param {string} filename
     */
    const expand = (code, filename) =>
      code.includes('@lingui/')
        ? (transformSync(code, { ...macros({ stripMessageField: false }), filename, sourceMaps: 'inline' })
            ?.code ?? code)
        : code;
    /** @type {typeof swc} */
    return {
      ...swc,
      process: (code, filename, jestOptions) => swc.process(expand(code, filename), filename, jestOptions),
      processAsync: (code, filename, jestOptions) =>
        swc.processAsync?.(expand(code, filename), filename, jestOptions),
    };
  },
};

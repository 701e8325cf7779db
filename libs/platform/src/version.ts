import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('@inner-weather/platform/package.json') as {
  version: string;
};

/** The version of Inner Weather that runs. All its packages have the same. */
export const PRODUCT_VERSION = version;

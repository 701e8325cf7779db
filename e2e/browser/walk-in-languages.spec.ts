import { walkIn } from '../support/walk.js';

/** The same walk as in walk.spec.ts, with the labels of the catalogues. */
describe.each(['de', 'ar'] as const)('a first evening in %s', (language) => walkIn(language));

import { walkIn } from '../support/walk.js';

/* From right to left: with-mail.spec.ts and settings.spec.ts. */
describe('a first evening in German', () => walkIn('de'));

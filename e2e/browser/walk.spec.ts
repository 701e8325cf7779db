import { walkIn } from '../support/walk.js';

describe("a person's first evening", () => walkIn('en', { worker: true }));

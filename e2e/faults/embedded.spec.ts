import { jest } from '@jest/globals';
import { Embedded } from '../support/embedded.js';
import { embeddedDatabase } from './cases/embedded-database.js';
import { embeddedFile } from './cases/embedded-file.js';
import { embeddedMemory } from './cases/embedded-memory.js';

// It is compiled once, and started several times.
jest.setTimeout(180_000);

describe('on one embedded database', () => {
  const embedded = new Embedded();

  beforeAll(() => embedded.start());

  afterAll(async () => {
    await embedded.stop();
    embedded.remove();
  });

  for (const suite of [embeddedDatabase, embeddedFile]) suite(embedded);
});

embeddedMemory();

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchAtRest } from '../support/at-rest.mjs';

// ASVS 14.1.1, 14.1.2
/** Every stack is searched when it stops (e2e/support/stack.mjs). This suite tests the search itself. */
describe('the search for plaintext', () => {
  const marks = {
    words: new Set(['the river was loud, and so was I']),
    city: new Set(['Porto']),
    email: new Set(['ada@example.org']),
  };
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inner-weather-at-rest-'));
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'deep', 'known'), 'it is test_1');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const findsIn = (place: 'logs' | 'broker' | 'database', bytes: Buffer) => {
    writeFileSync(join(folder, 'deep', 'file'), bytes);
    return searchAtRest(marks, [{ place, folder, known: 'test_1' }]);
  };
  const within = (text: string): Buffer =>
    Buffer.concat([Buffer.from([0, 255, 1, 0]), Buffer.from(text), Buffer.from([10, 0, 254])]);

  it('finds words everywhere, between any bytes', () => {
    for (const place of ['logs', 'broker', 'database'] as const) {
      const results = findsIn(place, within('{"content":"Today the river was loud, and so was I."}'));
      expect(results).toEqual([`${place}, words: deep/file:the river was loud, and so was I`]);
    }
  });

  it('finds cities and emails only where they must not be', () => {
    const bytes = within('Porto ada@example.org');
    expect(findsIn('logs', bytes)).toEqual([
      'logs, city: deep/file:Porto',
      'logs, email: deep/file:ada@example.org',
    ]);
    expect(findsIn('broker', bytes)).toEqual(['broker, email: deep/file:ada@example.org']);
    expect(findsIn('database', bytes)).toEqual([]);
  });

  it('reports that it looked in the wrong place when it does not find a text that must be there', () => {
    expect(searchAtRest(marks, [{ place: 'logs', folder, known: 'test_2' }])).toEqual([
      'logs: the search does not find "test_2"',
    ]);
  });
});

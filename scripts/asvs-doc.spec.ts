import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** OWASP ASVS 5.0.0: how many requirements of level 1 or 2 each section has. They are its first ones. */
const SECTIONS = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1
  4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4
  11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1
  16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;

const REQUIREMENTS = Array.from(SECTIONS.matchAll(/([\d.]+):(\d+)/g), ([, section, count]) =>
  Array.from({ length: Number(count) }, (_, n) => `${section}.${n + 1}`),
).flat();

const ROOT = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(ROOT, 'docs/asvs.md'), 'utf8');
const securityPage = readFileSync(resolve(ROOT, 'docs/security.md'), 'utf8');

/** The cells of every row that begins with a requirement. */
const rows = Array.from(page.matchAll(/^\| (\d+\.\d+\.\d+.*) \|$/gm), ([, row = '']) =>
  row.split('|').map((cell) => cell.trim()),
);

/** `1.1.1, 1.2.1-1.2.3`: a range is everything that the standard has from the one to the other. */
function namedIn(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('-');
    const [from, to] = [REQUIREMENTS.indexOf(first), REQUIREMENTS.indexOf(last)];
    return from < 0 || to < from ? [`${part}?`] : REQUIREMENTS.slice(from, to + 1);
  });
}

describe('docs/asvs.md', () => {
  it('answers every requirement of level 1 and 2 of ASVS 5.0.0 once, and no other', () => {
    expect(REQUIREMENTS).toHaveLength(253);
    const named = rows.flatMap(([cell = '']) => namedIn(cell));
    expect([...named].sort()).toEqual([...REQUIREMENTS].sort());
  });

  it.each(rows)('says of %s whether it is met, and where or why not', (_cell, verdict, ...words) => {
    expect(['met', 'in part', 'not met', 'n/a']).toContain(verdict);
    expect(words.join('')).not.toBe('');
  });

  it.each(rows.filter(([, verdict]) => verdict === 'met'))(
    'names the test that goes red when %s is no longer met, or why there is none',
    (_cell, _verdict, ...words) => {
      expect(words.join('')).toMatch(/`[^`]+\.spec\.tsx?`|`e2e\/faults\/cases\/[^`]+`|no test(?: here)?: \w/);
    },
  );

  it.each([
    ['docs/asvs.md', page],
    ['docs/security.md', securityPage],
  ])('names files that exist in %s', (_name, text) => {
    const files = Array.from(text.matchAll(/`((?:deploy|docs|e2e|helm|libs|scripts|services|web)\/[^`]+)`/g));
    expect(files.length).toBeGreaterThan(20);
    for (const [, file = ''] of files) expect([file, existsSync(resolve(ROOT, file))]).toEqual([file, true]);
  });
});

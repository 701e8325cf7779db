import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

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
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8');

const files = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => existsSync(resolve(ROOT, file)));

/** A chapter or section names all of its requirements. */
const requirementsLike = (name: string): string[] =>
  /^\d+\.\d+\.\d+$/.test(name) ? [name] : REQUIREMENTS.filter((one) => one.startsWith(`${name}.`));

describe('docs/asvs.md', () => {
  it('answers every requirement of level 1 and 2 of ASVS 5.0.0 once, and no other', () => {
    expect(REQUIREMENTS).toHaveLength(253);
    const rows = Array.from(read('docs/asvs.md').matchAll(/^(?:\||-) (\d[^|:]*)/gm), ([, row = '']) => row);
    const named = rows.flatMap((row) => row.trim().split(', ')).flatMap(requirementsLike);
    expect([...named].sort()).toEqual([...REQUIREMENTS].sort());
  });
});

const PAGES = files('*.md');
const CODE = files('*.ts', '*.tsx', '*.mjs', '*.yaml', '*.yml', '*.java');

/** The anchors of a page, as the code host makes them. */
const anchorsOf = (page: string): string[] =>
  Array.from(read(page).matchAll(/^#+ (.*)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** What is missing: the file, or the section of a page. */
function brokenIn(from: string, links: Iterable<string>, base: string): string[] {
  return [...links]
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? from : resolve(base, path);
      if (!existsSync(resolve(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    })
    .map((link) => `${from}: ${link}`);
}

describe('the documentation', () => {
  it('has no broken link', () => {
    const broken = PAGES.flatMap((page) => {
      const links = read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g);
      return brokenIn(
        page,
        Array.from(links, ([, link = '']) => link),
        resolve(ROOT, dirname(page)),
      );
    });
    expect(PAGES.length).toBeGreaterThan(30);
    expect(broken).toEqual([]);
  });

  it('has the pages and sections that the code names', () => {
    const broken = CODE.flatMap((file) => {
      const links = read(file).matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g);
      return brokenIn(
        file,
        Array.from(links, ([link]) => link),
        ROOT,
      );
    });
    expect(CODE.length).toBeGreaterThan(500);
    expect(broken).toEqual([]);
  });

  it.each(['docs/asvs.md', 'docs/faults.md', 'docs/security.md'])('names files that exist in %s', (page) => {
    const named = Array.from(
      read(page).matchAll(/`((?:deploy|docs|e2e|helm|libs|scripts|services|web)\/[^`*]+)`/g),
      ([, file = '']) => file,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([]);
  });
});

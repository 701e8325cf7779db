import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/*
 * Code that the services, the libraries and the web app must not contain, which rules out whole classes of attacks.
 * docs/asvs.md refers to this file.
 */

const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'services', 'libs', 'web'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) =>
    /^(?:services\/[^/]+|libs\/(?:domain|contracts|languages|platform)|web)\/src\/.*\.tsx?$/.test(file),
  )
  .filter((file) => !/\.spec\.tsx?$|\.d\.ts$/.test(file));

const FORBIDDEN = {
  'starts a process': /['"](?:node:)?child_process['"]/,
  'runs text as code': /\beval\(|new Function\(|['"](?:node:)?vm['"]|\b(?:setTimeout|setInterval)\(\s*['"`]/,
  'makes a regular expression while it runs': /new RegExp\(/,
  'writes HTML': /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
  'listens to other windows': /postMessage|addEventListener\(\s*['"]message['"]/,
};

/** `file: what`, with the reason why it contains no user input. */
const ALLOWED: Record<string, string> = {
  'libs/platform/src/backup/backup.cli.ts: starts a process':
    'tar, without a shell, in a command of the operator; its arguments are fixed but for a new folder',
  'services/media/src/pictures/picture-reader.ts: starts a process':
    'one of our files, which decodes photos and may die, without an argument',
  'services/gateway/src/headers/idempotency-key.decorator.ts: makes a regular expression while it runs':
    'from a number of limits.ts, once',
  'libs/domain/src/beginnings/beginnings.ts: makes a regular expression while it runs':
    'from constants beside it, once',
  'libs/domain/src/text/fold.ts: makes a regular expression while it runs':
    'from the letters of a table beside it, once',
  'libs/domain/src/self-harm/suggests-self-harm.ts: makes a regular expression while it runs':
    'from the phrases of phrases.ts, once',
  'libs/platform/src/backup/manifest.ts: makes a regular expression while it runs':
    'from the names of the services, once',
  'libs/domain/src/text/word-search.ts: makes a regular expression while it runs':
    'from constants beside it, once',
  'services/insights/src/model/prompt.ts: makes a regular expression while it runs':
    'from two others beside it, once',
  'web/src/features/import/understand/values/measured.ts: makes a regular expression while it runs':
    'from constants beside it, once',
  'web/src/features/import/understand/formats/day-one/day-one-words.ts: makes a regular expression while it runs':
    'from patterns beside it, once',
  'web/src/features/import/understand/texts/html.ts: makes a regular expression while it runs':
    'from the name of one of the elements in a list beside it',
  'web/src/components/photos/prepare.ts: listens to other windows': 'to the worker that it starts',
  'web/src/components/photos/prepare.worker.ts: listens to other windows':
    'only the page that started a worker reaches it',
  'web/src/features/import/read-files.ts: listens to other windows': 'to the worker that it starts',
  'web/src/features/import/understand/worker.ts: listens to other windows':
    'only the page that started a worker reaches it',
  'web/src/lib/outbox/background.ts: listens to other windows':
    'through the same channel as outbox.ts, to say what was sent',
  'web/src/lib/drafts/sealed-drafts.ts: listens to other windows':
    'through a channel of this origin and one user, on which tabs tell each other their drafts',
  'web/src/features/import/kept-job.ts: listens to other windows':
    'through a channel of this origin only, which says that something changed, and not what',
  'web/src/lib/outbox/outbox.ts: listens to other windows':
    'through a channel of this origin only, which says that something changed, and not what',
  'web/src/lib/refetch-in-tabs.ts: listens to other windows':
    'through a channel of this origin and one user, which says what to fetch again, and not what it is',
  'web/src/app/notices/new-version.ts: listens to other windows': 'sends its service worker one word',
  'web/src/lib/device-lock/other-tabs.ts: listens to other windows':
    'through a channel of this origin only, which says that the journal was locked',
  'web/src/worker.ts: listens to other windows':
    'only pages of this origin reach a service worker, and it knows one word',
};

// ASVS 1.2.5, 1.2.9, 1.3.2, 1.3.3, 1.3.7, 1.3.10
describe('the sources', () => {
  it('are found', () => expect(SOURCES.length).toBeGreaterThan(200));

  it.each(Object.entries(FORBIDDEN))('hold nothing that %s', (what, pattern) => {
    const found = SOURCES.filter((file) => pattern.test(readFileSync(resolve(ROOT, file), 'utf8')));
    expect(found.map((file) => `${file}: ${what}`).filter((one) => !(one in ALLOWED))).toEqual([]);
  });

  it('are let off for reasons that still hold', () => {
    for (const [one] of Object.entries(ALLOWED)) {
      const [file, what] = one.split(': ') as [string, keyof typeof FORBIDDEN];
      expect(FORBIDDEN[what].test(readFileSync(resolve(ROOT, file), 'utf8'))).toBe(true);
    }
  });
});

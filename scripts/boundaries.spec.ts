import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '..');

const NX = '@nx/enforce-module-boundaries';
const IMPORTS = 'no-restricted-imports';

/** Who, in which file, imports what, and which rule says no. */
const CASES: [who: string, file: string, imported: string, rule?: string][] = [
  ['a service another service', 'services/weather/src/main.ts', '@inner-weather/journal', NX],
  ['a service a file of another', 'services/weather/src/main.ts', '../../journal/src/config.js', NX],
  ['contracts the platform', 'libs/contracts/src/moods.ts', '@inner-weather/platform/config', NX],
  ['the platform a service', 'libs/platform/src/config.ts', '@inner-weather/auth', NX],
  ['a service the tools', 'services/weather/src/main.ts', '@inner-weather/tools/service/name.mjs', NX],
  ['the tools the contracts', 'tools/service/name.mjs', '@inner-weather/contracts/topology', NX],
  ['the web the platform', 'web/src/lib/dates.ts', '@inner-weather/platform/config', NX],
  ['the web a class of contracts', 'web/src/lib/dates.ts', '@inner-weather/contracts/entries.dto', IMPORTS],
  ['shared code a feature', 'web/src/lib/dates.ts', '../features/journal/api/create-entry', IMPORTS],
  [
    'a feature another one',
    'web/src/features/auth/components/login-page.tsx',
    '../../journal/api/create-entry',
    IMPORTS,
  ],
  ['calls the events', 'libs/platform/src/rpc/rpc-client.ts', '../events/event-context.js', IMPORTS],
  ['messaging the calls', 'libs/platform/src/messaging/broker.ts', '../rpc/rpc-client.js', IMPORTS],
  ['a file beside the rooms a room', 'libs/platform/src/health.ts', './messaging/broker.js', IMPORTS],
  ['the outbox the events', 'libs/platform/src/outbox/outbox.ts', '../events/event-publisher.js'],
  ['the start of a process a room', 'libs/platform/src/bootstrap.ts', './transport/amqp-server.js'],
  ['a room a file beside it', 'libs/platform/src/rpc/rpc-client.ts', '../context.js'],
  ['a service the contracts', 'services/weather/src/main.ts', '@inner-weather/contracts/events'],
  ['the web the moods', 'web/src/lib/dates.ts', '@inner-weather/contracts/moods'],
];

/** ESLint does not run inside Jest's module loader, so it has a process of its own: one for all cases. */
const LINTER = `
  import { ESLint } from 'eslint';
  const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ['${NX}', '${IMPORTS}'].includes(ruleId) });
  const found = [];
  for (const [, filePath, imported] of JSON.parse(process.argv[1])) {
    const code = \`import { x } from '\${imported}';\\nexport const y = String(x);\\n\`;
    const [{ messages }] = await eslint.lintText(code, { filePath });
    found.push(messages.map(({ ruleId }) => ruleId));
  }
  console.log(JSON.stringify(found));
`;

describe('the module boundaries', () => {
  const found = new Map<string, string[]>();

  beforeAll(async () => {
    // In a single run, which CI=true implies, the parser would read the file on disk instead of the text.
    const env = { ...process.env, NX_DAEMON: 'false', TSESTREE_SINGLE_RUN: 'false' };
    const options = { cwd: ROOT, env };
    // Without the graph of projects the rule would let everything pass.
    await run('npx', ['--no-install', 'nx', 'show', 'projects'], options);
    const args = ['--input-type=module', '--eval', LINTER, JSON.stringify(CASES)];
    const { stdout } = await run(process.execPath, args, options);
    const rules = JSON.parse(stdout) as string[][];
    CASES.forEach(([who], n) => found.set(who, rules[n] ?? []));
  }, 120_000);

  it.each(CASES.filter(([, , , rule]) => rule))('do not let %s import', (who, _file, _imported, rule) => {
    expect(found.get(who)).toEqual([rule]);
  });

  it.each(CASES.filter(([, , , rule]) => !rule))('let %s import', (who) => {
    expect(found.get(who)).toEqual([]);
  });
});

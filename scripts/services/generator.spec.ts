import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkName } from '../../tools/service/name.mjs';
import { missingCopies } from './copies.mjs';
import { scratchCopy } from './scratch.mjs';

const NAME = 'postcards';
/** Milliseconds per step. Nx starts, reads the project graph and formats the new files. */
const STEP_MS = 240_000;

describe('npx nx g @inner-weather/tools:service', () => {
  let copy: ReturnType<typeof scratchCopy>;

  const generate = (name: string) =>
    copy.run('nx', 'g', '@inner-weather/tools:service', name, '--database', '--filesOnly');

  /** Throws the output of a failed command. */
  const succeed = ({ status, output }: { status: number | null; output: string }) => {
    if (status !== 0) throw new Error(output);
  };

  beforeAll(() => {
    copy = scratchCopy();
    succeed(generate(NAME));
  }, STEP_MS);

  afterAll(() => copy.remove());

  it('leaves only the memory limit of the service to be set by hand', () => {
    expect(missingCopies(copy.root)).toEqual([
      `docker-compose.yml: say how much memory ${NAME} may take, such as "mem_limit: 256m"`,
    ]);
    const file = join(copy.root, 'docker-compose.yml');
    const compose = readFileSync(file, 'utf8');
    writeFileSync(file, compose.replace(/(subpath: postcards \},\n +\}\n.*\n)/, '$1    mem_limit: 256m\n'));
    expect(missingCopies(copy.root)).toEqual([]);
  });

  it(
    'passes the compiler, the linter and the formatter',
    () => {
      succeed(copy.run('oxlint', `services/${NAME}`));
      const paths = [
        'services.json',
        'docker-compose.yml',
        'docs/architecture.md',
        'helm',
        'deploy/household',
        'deploy/observability',
        'libs/contracts/src/messaging/topology.ts',
      ];
      succeed(copy.run('prettier', '--check', `services/${NAME}`, ...paths));
    },
    STEP_MS,
  );

  it(
    "writes a service whose tests pass, and which the environments' tests include",
    () => {
      const report = join(copy.root, 'report.json');
      const files = `services/${NAME}/src|scripts/(chart|compose)-environment|scripts/env-example`;
      const args = [
        '--selectProjects',
        'unit',
        `--testPathPatterns=${files}`,
        '--json',
        `--outputFile=${report}`,
      ];
      succeed(copy.run('jest', '--runInBand', ...args));
      const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
        testResults: { assertionResults: { fullName: string; status: string }[] }[];
      };
      const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
      expect(tests.filter(({ status }) => status !== 'passed')).toEqual([]);
      expect(tests.filter(({ fullName }) => fullName.includes(NAME))).toHaveLength(5);
      expect(tests.filter(({ fullName }) => fullName.startsWith('the consumer of entries'))).toHaveLength(2);
    },
    STEP_MS,
  );

  it.each([
    ['Postcards', /"Postcards" cannot be .*one lower-case word of 2 to 20 letters and digits/],
    ['two-words', /"two-words" cannot be .*one lower-case word/],
    ['rabbitmq', /"rabbitmq" cannot be .*something else has this name already/],
    ['journal', /There is a service journal already/],
  ])('explains why it refuses the name %s', (name, words) => {
    const tree = {
      exists: (path: string) => existsSync(join(copy.root, path)),
      read: (path: string) => readFileSync(join(copy.root, path), 'utf8'),
    };
    expect(() => checkName(tree as never, name)).toThrow(words);
  });

  it('writes nothing under a name that it refuses', () => {
    // Nothing can be read from this tree, or written into it. Jest takes long to load what Nx brings along.
    const file = JSON.stringify(join(copy.root, 'tools/service/generator.mjs'));
    const script = `const { default: generate } = await import(${file}); await generate({}, { name: 'Two words' });`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('"Two words" cannot be the name of a service');
  });
});

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { hasCommand } from '../../deploy/local/packages.mjs';

/* The chart on the cluster that kubectl talks to: see README.md beside this. */

const ROOT = resolve(import.meta.dirname, '../..');

const { values } = parseArgs({
  options: {
    repository: { type: 'string', default: 'inner-weather' },
    tag: { type: 'string', default: 'local' },
    next: { type: 'string' },
    values: { type: 'string', multiple: true, default: [] },
    /** Where the photos are: volume or store. */
    photos: { type: 'string', default: 'volume' },
    namespace: { type: 'string', default: 'inner-weather-e2e' },
    /** A pattern of the tests' names; the first one always runs. */
    only: { type: 'string' },
    /** Keeps the namespace for inspection. */
    keep: { type: 'boolean', default: false },
  },
});

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

/**
 * @param {string} command
 * @param {string[]} args
 */
const output = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' }).trim();

const missing = ['kubectl', 'helm', 'chromium'].filter((command) => !hasCommand(command));
const isPhotosKnown = ['volume', 'store'].includes(values.photos);
if (missing.length > 0 || !values.next || !isPhotosKnown) {
  if (missing.length > 0) say(`Missing: ${missing.join(', ')}`);
  else say(values.next ? '--photos must be volume or store' : 'Missing: --next <the tag of a new version>');
  process.exit(2);
}

const { serverVersion } = JSON.parse(output('kubectl', 'version', '--output=json'));
say(`date         ${new Date().toISOString()}`);
say(
  `kubernetes   ${serverVersion.gitVersion}, ${output('kubectl', 'get', 'nodes', '--output=name').split('\n').length} node(s)`,
);
say(`helm         ${output('helm', 'version', '--short')}`);
say(`images       ${values.repository}/<service>:${values.tag}, new version ${values.next}`);
say(`photos       in a ${values.photos}`);

// Restricted pods only: the cluster itself refuses any other.
execFileSync('kubectl', ['create', 'namespace', values.namespace], { stdio: 'inherit' });
execFileSync(
  'kubectl',
  ['label', 'namespace', values.namespace, 'pod-security.kubernetes.io/enforce=restricted'],
  { stdio: 'inherit' },
);

const folder = mkdtempSync(join(tmpdir(), 'inner-weather-cluster-'));
const store = join(folder, 'store.mjs.gz');

/** The store with its packages in one file, compressed, since a ConfigMap takes 1 MiB. */
async function bundleStore() {
  const input = join(import.meta.dirname, 'store.mjs');
  const sources = { conditionNames: ['@inner-weather/source', 'node', 'default'] };
  const bundle = await rolldown({ input, platform: 'node', resolve: sources, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  writeFileSync(store, gzipSync(output[0].code));
}
if (values.photos === 'store') await bundleStore();

const cluster = {
  namespace: values.namespace,
  repository: values.repository,
  tag: values.tag,
  next: values.next,
  photos: values.photos,
  store: values.photos === 'store' ? store : '',
  values: [
    join(import.meta.dirname, 'values.yaml'),
    ...(values.photos === 'store' ? [join(import.meta.dirname, 'values-store.yaml')] : []),
    ...values.values.map((file) => resolve(file)),
  ],
};
const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
const child = spawn(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--no-warnings', jest],
    ...['--selectProjects', 'e2e-kubernetes', '--runInBand', '--forceExit', '--verbose'],
    ...(values.only ? ['--testNamePattern', `is installed|${values.only}`] : []),
  ],
  { cwd: ROOT, env: { ...process.env, E2E_CLUSTER: JSON.stringify(cluster) }, stdio: 'inherit' },
);
const code = await new Promise((done) => child.once('exit', done));
rmSync(folder, { recursive: true });
if (!values.keep) execFileSync('kubectl', ['delete', 'namespace', values.namespace], { stdio: 'inherit' });
process.exit(code === 0 ? 0 : 1);

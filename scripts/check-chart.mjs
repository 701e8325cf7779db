import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../deploy/local/log.mjs';
import { hasCommand } from '../deploy/local/packages.mjs';
import { call, CHART, KUBERNETES, template, valueArgs } from './chart/helm.mjs';
import { networkChecks } from './chart/network.mjs';
import { observabilityChecks } from './chart/observability.mjs';
import { podChecks } from './chart/pods.mjs';
import { refusalChecks } from './chart/refusals.mjs';
import { scalingChecks } from './chart/scaling.mjs';
import { secretChecks } from './chart/secrets.mjs';
import { smokeChecks } from './chart/smoke.mjs';

/*
 * Checks of the chart that need no cluster: helm's own lint, the schemas of Kubernetes, and the effect of each value that
 * concerns security or data. Needs helm and kubeconform. Where kubeconform cannot download its default schemas,
 * KUBECONFORM_SCHEMAS names another location (its option -schema-location). The last line is a count.
 */

/** Kinds of custom resources, for which Kubernetes has no schema. */
const FOREIGN_KINDS = [
  'ScaledObject',
  'TriggerAuthentication',
  'HTTPRoute',
  'ServiceMonitor',
  'PrometheusRule',
];

/** Checks that run at the same time: each mostly waits for a process of helm. */
const AT_ONCE = 2;

/** @typedef {Record<string, () => Promise<void> | void>} Checks each throws if the named condition does not hold */

const files = readdirSync(join(CHART, 'ci')).map((file) => file.replace(/\.yaml$/, ''));

/** @param {string} file */
async function lint(file) {
  const args = ['lint', CHART, '--strict', '--kube-version', KUBERNETES, ...valueArgs([file])];
  const { ok, stdout, stderr } = await call('helm', ...args);
  // Helm warns of every link in a chart, at each command.
  if (!ok || stderr !== '') throw new Error(stdout + stderr);
}

/** @param {string} file */
async function conform(file) {
  const { stdout: manifests, ok, stderr } = await template([file]);
  if (!ok) throw new Error(stderr);
  const location = process.env.KUBECONFORM_SCHEMAS;
  const args = ['-strict', '-kubernetes-version', KUBERNETES, '-skip', FOREIGN_KINDS.join(',')];
  const { status, stdout } = spawnSync(
    'kubeconform',
    [...args, ...(location ? ['-schema-location', location] : []), '-summary'],
    { input: manifests, encoding: 'utf8', timeout: 60_000 },
  );
  if (status !== 0) throw new Error(stdout);
  const valid = Number(/Valid: (\d+)/.exec(stdout)?.[1]);
  if (!(valid > 10)) throw new Error(`only ${valid} objects were checked: ${stdout}`);
}

/** @type {Checks} */
const checks = {
  ...Object.fromEntries(files.map((file) => [`${file}: helm lint --strict`, () => lint(file)])),
  ...Object.fromEntries(files.map((file) => [`${file}: kubeconform -strict`, () => conform(file)])),
  ...podChecks(files),
  ...secretChecks(),
  ...networkChecks(),
  ...scalingChecks(),
  ...observabilityChecks(),
  ...refusalChecks(),
  ...smokeChecks(),
};

async function main() {
  const missing = ['helm', 'kubeconform'].filter((command) => !hasCommand(command));
  if (missing.length > 0) {
    say(`The chart cannot be checked without ${missing.join(' and ')} on the PATH.`);
    return 1;
  }
  const all = Object.entries(checks);
  /** In the order of the checks, whichever fails first. @type {string[]} */
  const failed = [];
  // Both lanes take from it.
  const queue = all.entries();
  const lane = async () => {
    for (const [index, [name, check]] of queue) {
      try {
        await check();
      } catch (error) {
        failed[index] = `FAILED  ${name}\n${error instanceof Error ? error.message : String(error)}`;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const failures = failed.filter(Boolean);
  failures.forEach((text) => say(text));
  say(`chart: ${all.length - failures.length} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}

process.exit(await main());

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../deploy/local/prepare.mjs';
import { SERVICE_NAMES } from '../../deploy/local/services.mjs';
import { notes, render } from './helm.mjs';

/** The kinds of volumes that pods use. The restricted Pod Security Standard allows all of them. */
const VOLUMES = ['configMap', 'emptyDir', 'persistentVolumeClaim', 'secret'];

/**
 * What the shell of RabbitMQ reads from rabbitmq-env.conf in a pod with these addresses; '' if it sets no name.
 * @param {string} conf
 * @param {string[]} addresses
 */
function nodeName(conf, addresses) {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-hosts-'));
  const hosts = join(folder, 'hosts');
  const own = addresses.map((address) => `${address}\tbroker-0.broker.home.svc.cluster.local\tbroker-0\n`);
  writeFileSync(hosts, `127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost\n${own.join('')}`);
  const script = `hostname() { echo broker-0; }\n${conf.replaceAll('/etc/hosts', hosts)}\nprintf "$NODENAME"`;
  const name = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return name;
}

/** Returns every documented variable with its default. */
function documentedVariables() {
  const lines = readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(
    /^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm,
  );
  return new Map(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}

const PHOTOS_IN_STORE = {
  'media.replicas': 2,
  'media.persistence.enabled': false,
  'media.secretEnv.S3_URL': 'https://key:secret@s3.example.org/bucket/prefix?region=eu-central-1',
};

/** @param {any} pod */
function assertRestricted(pod) {
  assert.equal(pod.automountServiceAccountToken, false);
  assert.equal(pod.hostNetwork ?? pod.hostPID ?? pod.hostIPC, undefined);
  assert.equal(pod.securityContext.runAsNonRoot, true);
  assert.ok(pod.securityContext.runAsUser > 0);
  assert.equal(pod.securityContext.seccompProfile.type, 'RuntimeDefault');
  for (const { name, ...source } of pod.volumes ?? []) {
    const kinds = Object.keys(source);
    assert.ok(kinds.length === 1 && VOLUMES.includes(String(kinds[0])), `volume ${name}`);
  }
  for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
    const { securityContext, resources, name } = container;
    assert.equal(securityContext.allowPrivilegeEscalation, false, name);
    assert.equal(securityContext.readOnlyRootFilesystem, true, name);
    assert.equal(securityContext.runAsNonRoot, true, name);
    assert.deepEqual(securityContext.capabilities, { drop: ['ALL'] }, name);
    assert.ok(resources.limits.memory && resources.requests.cpu, name);
    for (const { hostPort } of container.ports ?? []) assert.equal(hostPort, undefined);
  }
}

/** @param {any} pod */
function assertProbes(pod) {
  const [{ startupProbe, livenessProbe, readinessProbe }] = pod.containers;
  assert.deepEqual(startupProbe.httpGet, { path: '/health/live', port: 'admin' });
  // With /health/ready, an outage of the broker or the database would restart every pod.
  assert.deepEqual(livenessProbe.httpGet, { path: '/health/live', port: 'admin' });
  assert.deepEqual(readinessProbe.httpGet, { path: '/health/ready', port: 'admin' });
}

/**
 * @param {string[]} files
 * @returns {import('../check-chart.mjs').Checks}
 */
export function podChecks(files) {
  /** @type {import('../check-chart.mjs').Checks} */
  const checks = {};
  for (const file of files) {
    checks[`${file}: every pod meets the restricted standard, and none has a token for the cluster`] =
      async () => {
        const chart = await render([file]);
        assert.ok(chart.pods().length >= 6);
        for (const { name, pod } of chart.pods()) {
          try {
            assertRestricted(pod);
          } catch (error) {
            throw new Error(`${name}: ${String(error)}`, { cause: error });
          }
        }
        for (const account of chart.all('ServiceAccount'))
          assert.equal(account.automountServiceAccountToken, false);
      };
    checks[`${file}: every service has the right health checks`] = async () => {
      const chart = await render([file]);
      for (const service of SERVICE_NAMES) assertProbes(chart.pod(service));
    };
    checks[`${file}: every service has time to finish its longest task`] = async () => {
      const chart = await render([file]);
      const defaults = documentedVariables();
      for (const service of SERVICE_NAMES) {
        const { terminationGracePeriodSeconds, containers } = chart.pod(service);
        const env = chart.env(service);
        const graceMs = Number(env.SHUTDOWN_GRACE_MS);
        const preStopSeconds = containers[0].lifecycle?.preStop.sleep.seconds ?? 0;
        const drainMs = Number(env.DRAIN_MS ?? 0);
        assert.ok(
          terminationGracePeriodSeconds * 1_000 >= preStopSeconds * 1_000 + drainMs + graceMs + 10_000,
          service,
        );
        assert.ok(graceMs >= Number(defaults.get('SHUTDOWN_GRACE_MS')), service);
      }
      const insights = chart.env('insights');
      const modelMs = Number(insights.MODEL_TIMEOUT_MS ?? (insights.OPENAI_BASE_URL ? 300_000 : 60_000));
      assert.ok(Number(insights.SHUTDOWN_GRACE_MS) >= modelMs + 10_000, 'insights');
    };
    checks[`${file}: the services know every variable`] = async () => {
      const chart = await render([file]);
      // Node itself reads this variable.
      const known = documentedVariables().set('NODE_EXTRA_CA_CERTS', '');
      for (const service of SERVICE_NAMES)
        for (const name of Object.keys(chart.env(service))) assert.ok(known.has(name), `${service}: ${name}`);
    };
  }
  checks['every service trusts the authorities in the values'] = async () => {
    const chart = await render(['production'], { 'trustedAuthorities.key': 'root.pem' });
    for (const service of SERVICE_NAMES) {
      const { volumes, containers } = chart.pod(service);
      const { configMap } = volumes.find((/** @type {any} */ { name }) => name === 'authorities');
      assert.deepEqual(configMap, { name: 'our-authority', items: [{ key: 'root.pem', path: 'ca.crt' }] });
      const { mountPath } = containers[0].volumeMounts.find(
        (/** @type {any} */ { name }) => name === 'authorities',
      );
      assert.equal(chart.env(service).NODE_EXTRA_CA_CERTS, `${mountPath}/ca.crt`);
    }
    assert.equal((await render(['evaluation'])).env('auth').NODE_EXTRA_CA_CERTS, undefined);
  };
  checks['pods and the bundled database listen on IPv6 and IPv4'] = async () => {
    const chart = await render(['evaluation']);
    for (const service of SERVICE_NAMES) assert.equal(chart.env(service).ADMIN_HOST, '::', service);
    assert.equal(chart.env('gateway').HOST, '::');
    const [database] = chart.find('StatefulSet', 'mongodb').spec.template.spec.containers;
    assert.deepEqual(database.args, ['--ipv6']);
  };
  checks['the node of the bundled broker is named after its pod, or after localhost in a pod without IPv4'] =
    async () => {
      const chart = await render(['evaluation']);
      const [broker] = chart.find('StatefulSet', 'rabbitmq').spec.template.spec.containers;
      const { value } = broker.env.find((/** @type {any} */ { name }) => name === 'RABBITMQ_CONF_ENV_FILE');
      assert.equal(value, '/run/config/rabbitmq-env.conf');
      const text = chart.find('ConfigMap', 'rabbitmq').data['rabbitmq-env.conf'];
      for (const [node, ...addresses] of [
        ['', '10.0.0.7'],
        ['', '10.0.0.7', 'fd00::7'],
        ['rabbit@localhost', 'fd00::7'],
        ['rabbit@localhost', '2001:db8::1234'],
      ])
        assert.equal(nodeName(text, addresses), node, addresses.join(' '));
    };
  checks['the cluster can choose the users of all pods, as OpenShift does'] = async () => {
    const chart = await render(['evaluation'], {
      runAsUser: null,
      'broker.bundled.runAsUser': null,
      'database.bundled.runAsUser': null,
    });
    assert.ok(chart.pods().length >= 9);
    for (const { name, pod } of chart.pods()) {
      assert.doesNotMatch(JSON.stringify(pod), /"(runAsUser|runAsGroup|fsGroup)"/, name);
      assert.equal(pod.securityContext.runAsNonRoot, true, name);
    }
  };
  checks['the notes and the test say what to do when no image comes'] = async () => {
    const clone = await notes();
    assert.match(clone, /ImagePullBackOff.*inner-weather\/gateway:1\.0\.0/s);
    assert.match(clone, /No registry has images of that name/);
    for (const repository of ['registry.example.org/journal', 'localhost/journal', 'registry:5000/journal']) {
      const published = await notes({ 'image.repository': repository });
      assert.ok(published.includes(`${repository}/gateway:`), published);
      assert.doesNotMatch(published, /No registry/);
      assert.match(published, /image\.pullSecrets/);
    }
    const [{ spec }] = (await render(['evaluation'])).all('Pod');
    assert.ok(spec.activeDeadlineSeconds < 300, 'Helm waits for 300 s, and would only say that it did');
  };
  checks['the gateway keeps serving until its Service sends no more requests'] = async () => {
    const chart = await render(['evaluation']);
    const gateway = chart.pod('gateway');
    assert.deepEqual(gateway.containers[0].lifecycle, { preStop: { sleep: { seconds: 5 } } });
    // The server then closes each keep-alive connection with its next response.
    assert.equal(chart.env('gateway').DRAIN_MS, '5000');
  };
  checks['a large number in a value is not rendered in scientific notation'] = async () => {
    const chart = await render(['evaluation'], { 'defaults.env.JOB_PATIENCE_MS': 86_400_000 });
    assert.equal(chart.env('insights').JOB_PATIENCE_MS, '86400000');
  };
  checks['an upgrade of the chart alone restarts no bundled server'] = async () => {
    const pods = async (/** @type {string} */ tag) =>
      (await render(['evaluation'], { 'image.tag': tag }))
        .all('StatefulSet')
        .map(({ spec }) => spec.template);
    assert.deepEqual(await pods('1.0.0'), await pods('2.0.0'));
  };
  checks['rolling updates and drains leave one of two replicas running'] = async () => {
    const chart = await render(['evaluation'], PHOTOS_IN_STORE);
    for (const service of SERVICE_NAMES) {
      const { spec } = chart.find('Deployment', service);
      assert.deepEqual(spec.strategy.rollingUpdate, { maxSurge: 1, maxUnavailable: 0 });
      assert.equal(spec.replicas, 2);
      assert.equal(chart.find('PodDisruptionBudget', service).spec.maxUnavailable, 1);
      assert.deepEqual(
        chart.find('PodDisruptionBudget', service).spec.selector.matchLabels,
        spec.selector.matchLabels,
      );
      assert.deepEqual(
        chart.pod(service).topologySpreadConstraints.map((/** @type {any} */ { topologyKey }) => topologyKey),
        ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'],
      );
    }
  };
  checks['photos are in a volume that outlives the release, or in a store with which media has replicas'] =
    async () => {
      const volume = await render(['evaluation'], { 'media.persistence.storageClass': 'fast' });
      const { spec } = volume.find('Deployment', 'media');
      assert.deepEqual([spec.replicas, spec.strategy], [1, { type: 'Recreate' }]);
      const [claim] = volume.all('PersistentVolumeClaim');
      assert.equal(claim.metadata.annotations['helm.sh/resource-policy'], 'keep');
      assert.deepEqual(claim.spec, {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'fast',
        resources: { requests: { storage: '10Gi' } },
      });
      const fromSecrets = (/** @type {import('./helm.mjs').Rendered} */ chart) =>
        chart.pod('media').containers[0].env.find((/** @type {any} */ { name }) => name === 'S3_URL')
          ?.valueFrom.secretKeyRef;
      const photosOf = (/** @type {import('./helm.mjs').Rendered} */ chart) =>
        chart.pod('media').volumes.find((/** @type {any} */ { name }) => name === 'photos');
      assert.equal(photosOf(volume).persistentVolumeClaim.claimName, claim.metadata.name);
      assert.equal(volume.env('media').PHOTOS_DIR, '/photos');

      const store = await render(['evaluation'], PHOTOS_IN_STORE);
      assert.deepEqual(store.all('PersistentVolumeClaim'), []);
      assert.deepEqual(photosOf(store).emptyDir, { sizeLimit: '1Gi' });
      assert.deepEqual(Object.keys(store.secret('media')), ['S3_URL']);
      assert.equal(store.env('media').S3_URL, undefined);
      // A Secret of one's own without it stops the start: the volume above would lose every photo with its pod.
      const own = { 'media.existingSecret': 'ours', 'media.persistence.enabled': false };
      assert.deepEqual(fromSecrets(await render(['evaluation'], own)), { name: 'ours', key: 'S3_URL' });
      const withVolume = await render(['evaluation'], { 'media.existingSecret': 'ours' });
      assert.equal(fromSecrets(withVolume), undefined);
    };
  return checks;
}

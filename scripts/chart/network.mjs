import assert from 'node:assert/strict';
import { SERVICE_NAMES, SERVICES } from '../../deploy/local/services.mjs';
import { render } from './helm.mjs';

const COMPONENT = 'app.kubernetes.io/component';

/**
 * Describes the destination of an egress rule with its ports: a component, `anywhere`, `internet` or `named peers`.
 * @param {any} rule
 */
function destination({ to, ports }) {
  const [peer] = to ?? [];
  const target = !peer
    ? 'anywhere'
    : (peer.podSelector?.matchLabels?.[COMPONENT] ??
      (peer.ipBlock?.cidr === '0.0.0.0/0' ? 'internet' : 'named peers'));
  return `${target}:${ports.map((/** @type {any} */ { port }) => port).join(',')}`;
}

/**
 * @param {import('./helm.mjs').Rendered} chart
 * @param {string} component
 */
const egress = (chart, component) =>
  chart.find('NetworkPolicy', component).spec.egress.map(destination).sort();

/**
 * @param {import('./helm.mjs').Rendered} chart
 * @param {string} component
 */
const ingress = (chart, component) => chart.find('NetworkPolicy', component).spec.ingress ?? [];

/** @returns {import('../check-chart.mjs').Checks} */
export const networkChecks = () => ({
  'only DNS is allowed, unless another policy allows more': async () => {
    const chart = await render(['evaluation']);
    const { spec } = chart.find('NetworkPolicy');
    assert.deepEqual(spec.podSelector.matchLabels, {
      'app.kubernetes.io/name': 'inner-weather',
      'app.kubernetes.io/instance': 'home',
    });
    assert.deepEqual(spec.policyTypes, ['Ingress', 'Egress']);
    assert.equal(spec.ingress, undefined);
    assert.deepEqual(spec.egress.map(destination), ['anywhere:53,53,5353,5353']);
    for (const { metadata, spec: pod } of [...chart.all('Deployment'), ...chart.all('StatefulSet')]) {
      const { labels } = pod.template.metadata;
      for (const [label, value] of Object.entries(spec.podSelector.matchLabels))
        assert.equal(labels[label], value, metadata.name);
    }
  },
  'each service reaches only its own servers': async () => {
    const chart = await render(['evaluation']);
    for (const { name, database } of SERVICES) {
      const internet = ['weather', 'reminders'].includes(name) ? ['internet:443'] : [];
      const photos = name === 'gateway' ? ['media:photos'] : [];
      const store = database ? ['mongodb:mongodb'] : [];
      assert.deepEqual(egress(chart, name), [...internet, ...photos, ...store, 'rabbitmq:amqp'], name);
    }
    assert.deepEqual(egress(chart, 'test'), ['gateway:http']);
  },
  'insights reaches an external model only if one is configured': async () => {
    for (const values of [{ 'insights.internet': true }, { 'insights.secretEnv.GEMINI_API_KEY': 'k' }]) {
      assert.ok(egress(await render(['evaluation'], values), 'insights').includes('internet:443'));
    }
    const rule = { to: [{ namespaceSelector: {} }], ports: [{ port: 11434, protocol: 'TCP' }] };
    const chart = await render(['evaluation'], { 'insights.extraEgress': [rule] });
    assert.ok(egress(chart, 'insights').includes('named peers:11434'));
    assert.ok(!egress(chart, 'auth').includes('named peers:11434'));
  },
  'the internet excludes the network around the cluster': async () => {
    const { spec } = (await render(['evaluation'])).find('NetworkPolicy', 'weather');
    const [v4, v6] = spec.egress.find((/** @type {any} */ rule) => destination(rule) === 'internet:443').to;
    for (const range of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'])
      assert.ok(v4.ipBlock.except.includes(range), range);
    assert.ok(v6.ipBlock.except.includes('fc00::/7'));
  },
  'external servers are reached only on their ports, and only at the addresses in the values': async () => {
    assert.deepEqual(egress(await render(['urls']), 'journal'), ['anywhere:27017', 'anywhere:5671,5672']);
    const chart = await render(['production']);
    assert.deepEqual(egress(chart, 'auth'), [
      'named peers:27017',
      'named peers:4318',
      'named peers:5671,5672',
    ]);
  },
  'every service can send spans to a configured collector': async () => {
    for (const [endpoint, port] of [
      ['http://collector.monitoring.svc:4318', 4318],
      ['https://collector.example.org', 443],
      ['http://[fd00::1]:14318/otlp', 14_318],
    ]) {
      const values = { 'defaults.env.OTEL_EXPORTER_OTLP_ENDPOINT': endpoint };
      const chart = await render(['evaluation'], values);
      for (const service of SERVICE_NAMES)
        assert.ok(egress(chart, service).includes(`anywhere:${port}`), `${service} to ${endpoint}`);
    }
    const peers = [{ ipBlock: { cidr: '10.30.0.7/32' } }];
    const chart = await render(['evaluation'], {
      'weather.env.OTEL_EXPORTER_OTLP_ENDPOINT': 'http://10.30.0.7:4318',
      'networkPolicy.collectorTo': peers,
    });
    const { spec } = chart.find('NetworkPolicy', 'weather');
    assert.deepEqual(spec.egress.at(-1), { ports: [{ protocol: 'TCP', port: 4318 }], to: peers });
    assert.ok(!egress(chart, 'gateway').includes('named peers:4318'));
  },
  'only auth can send mail, and only to a configured mail server': async () => {
    for (const [url, port] of [
      ['smtps://journal:secret@mail.example.org', 465],
      ['smtp://mail.example.org', 587],
      ['smtp://journal:a%40b@mail.example.org:2525', 2525],
    ]) {
      const values = {
        publicUrl: 'https://journal.example.org',
        'auth.env.MAIL_FROM': 'journal@example.org',
        'auth.secretEnv.SMTP_URL': url,
      };
      const chart = await render(['evaluation'], values);
      assert.ok(egress(chart, 'auth').includes(`anywhere:${port}`), String(url));
      assert.equal(chart.env('auth').PUBLIC_URL, 'https://journal.example.org');
      for (const service of SERVICE_NAMES.filter((name) => name !== 'auth'))
        assert.ok(!egress(chart, service).includes(`anywhere:${port}`), service);
    }
    const chart = await render(['urls'], {
      'networkPolicy.mailTo': [{ ipBlock: { cidr: '192.0.2.25/32' } }],
    });
    assert.ok(egress(chart, 'auth').includes('named peers:465'));
  },
  'only auth can ask providers, and only on their ports': async () => {
    const chart = await render(['urls']);
    assert.ok(egress(chart, 'auth').includes('anywhere:8443'));
    for (const service of SERVICE_NAMES.filter((name) => name !== 'auth'))
      assert.ok(!egress(chart, service).includes('anywhere:8443'), service);
    const narrow = await render(['urls'], {
      'networkPolicy.providersTo': [{ ipBlock: { cidr: '192.0.2.26/32' } }],
    });
    assert.ok(egress(narrow, 'auth').includes('named peers:8443'));
  },
  'only media reaches the store of photos, and only on its port': async () => {
    const store = { 'media.persistence.enabled': false };
    for (const [url, port] of [
      ['https://key:secret@s3.example.org/bucket/prefix?region=eu-central-1', 443],
      ['http://key:se%2Fcret@minio.storage.svc:9000/bucket', 9_000],
    ]) {
      const chart = await render(['evaluation'], { ...store, 'media.secretEnv.S3_URL': url });
      assert.ok(egress(chart, 'media').includes(`anywhere:${port}`), String(url));
      for (const service of SERVICE_NAMES.filter((name) => name !== 'media'))
        assert.ok(!egress(chart, service).includes(`anywhere:${port}`), service);
    }
    const narrow = await render(['evaluation'], {
      ...store,
      'media.secretEnv.S3_URL': 'https://key:secret@s3.example.org/bucket',
      'networkPolicy.storeTo': [{ ipBlock: { cidr: '192.0.2.27/32' } }],
    });
    assert.ok(egress(narrow, 'media').includes('named peers:443'));
  },
  'only the gateway can be reached from outside, without its metrics': async () => {
    const chart = await render(['evaluation']);
    assert.deepEqual(ingress(chart, 'gateway'), [{ ports: [{ protocol: 'TCP', port: 'http' }] }]);
    for (const service of SERVICE_NAMES.filter((name) => name !== 'gateway' && name !== 'media'))
      assert.deepEqual(ingress(chart, service), [], service);
    const [photos, ...others] = ingress(chart, 'media');
    assert.deepEqual(photos.ports, [{ protocol: 'TCP', port: 'photos' }]);
    assert.equal(photos.from[0].podSelector.matchLabels[COMPONENT], 'gateway');
    assert.deepEqual([photos.from.length, others], [1, []]);
    const ports = chart
      .all('Service')
      .flatMap(({ spec }) => spec.ports.map((/** @type {any} */ port) => port.targetPort));
    assert.deepEqual(ports.sort(), ['amqp', 'http', 'mongodb']);
  },
  'the gateway and the metrics can be restricted to some clients': async () => {
    const chart = await render(['production']);
    const [http, metrics] = ingress(chart, 'gateway');
    assert.equal(http.from[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name'], 'ingress-nginx');
    assert.equal(http.from[1].podSelector.matchLabels[COMPONENT], 'test');
    assert.equal(http.from.length, 2);
    assert.deepEqual(metrics.ports, [{ protocol: 'TCP', port: 'admin' }]);
    for (const service of SERVICE_NAMES) {
      const last = ingress(chart, service).at(-1);
      assert.equal(last.from[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name'], 'monitoring');
    }
  },
  'the bundled servers accept only their clients': async () => {
    const keda = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'keda' } } };
    const chart = await render(['evaluation'], { 'networkPolicy.brokerFrom': [keda] });
    const clients = (/** @type {any} */ rule) => rule.from[0].podSelector.matchExpressions[0].values;
    const [broker] = ingress(chart, 'rabbitmq');
    assert.deepEqual(clients(broker), SERVICE_NAMES);
    assert.deepEqual(broker.from.slice(1), [keda]);
    const [database] = ingress(chart, 'mongodb');
    const withDatabase = SERVICES.filter((service) => service.database).map(({ name }) => name);
    assert.deepEqual(clients(database), withDatabase);
    assert.equal(database.from.length, 1);
  },
  'policies can be switched off': async () => {
    assert.deepEqual((await render(['bare'])).all('NetworkPolicy'), []);
  },
  'an ingress with a certificate sets the public address and the trusted proxy': async () => {
    const chart = await render(['evaluation'], {
      'ingress.enabled': true,
      'ingress.host': 'journal.example.org',
      'ingress.tlsSecret': 'journal-tls',
    });
    assert.equal(chart.env('gateway').PUBLIC_URL, 'https://journal.example.org');
    assert.equal(chart.env('gateway').TRUST_PROXY, '1');
    const [{ spec }] = chart.all('Ingress');
    assert.deepEqual(spec.tls, [{ secretName: 'journal-tls', hosts: ['journal.example.org'] }]);
    assert.equal(spec.rules[0].http.paths[0].backend.service.name, 'home-inner-weather-gateway');
  },
  'a route leads to the gateway, and without a proxy no forwarded address is trusted': async () => {
    const chart = await render(['urls']);
    const [{ spec }] = chart.all('HTTPRoute');
    assert.deepEqual(spec.rules[0].backendRefs, [{ name: 'home-inner-weather-gateway', port: 80 }]);
    assert.equal(chart.env('gateway').PUBLIC_URL, 'https://journal.example.org');
    const override = await render(['urls'], { 'gateway.env.TRUST_PROXY': 2 });
    assert.equal(override.env('gateway').TRUST_PROXY, '2');
    assert.equal((await render(['evaluation'])).env('gateway').TRUST_PROXY, undefined);
  },
  'the gateway accepts the hosts of its Service, of ingress and route, and of the values': async () => {
    const service = 'home-inner-weather-gateway';
    const names = async (/** @type {Parameters<typeof render>} */ ...values) =>
      String((await render(...values)).env('gateway').ALLOWED_HOSTS).split(',');
    const [shortName, ...longNames] = await names(['evaluation']);
    assert.equal(shortName, service);
    assert.ok(
      longNames.length === 3 &&
        longNames.every((/** @type {string} */ name) => name.startsWith(`${service}.`)),
    );
    const routeNames = await names(['evaluation'], {
      'httpRoute.enabled': true,
      'httpRoute.parentRefs': [{ name: 'web' }],
      'httpRoute.hostnames': ['journal.example.org', '*.example.net'],
      'gateway.env.ALLOWED_HOSTS': 'journal.lan,other.lan',
    });
    assert.deepEqual(routeNames.slice(4), [
      'journal.example.org',
      '*.example.net',
      'journal.lan',
      'other.lan',
    ]);
    const ingress = { 'ingress.enabled': true, 'ingress.host': 'journal.example.com' };
    assert.ok((await names(['evaluation'], ingress)).includes('journal.example.com'));
  },
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHART, template } from './helm.mjs';

/** The same message as in npm start and Compose. */
const WITHOUT_PATH = /without a path.*whole of a host name, so give it one of its own/s;

/** Values of which each is wrong by itself, by their paths. */
const WRONG = {
  'auth.env.LOG_LEVEL': 'loud',
  'auth.env.REGISTRATION': 'closedd',
  'journal.env.RATE_LIMITS': 'maybe',
  'journal.secretEnv.LOOK_UPS_PER_HOUR': 'many',
  'journal.env.STAMP_ATTEMPTS': 0,
  'gateway.env.SHARED_DEVICES': 'perhaps',
  'gateway.env.TRUST_PROXY': 'everybody',
  'gateway.env.ALLOWED_HOSTS': 'a b',
  'gateway.env.HELP_LINES': 'call',
  'weather.env.OPEN_METEO_URL': 'api.open-meteo.com',
  'insights.env.OPENAI_BASE_URL': 'ollama:11434',
  'defaults.env.OTEL_EXPORTER_OTLP_ENDPOINT': 'collector:4318',
  'defaults.env.OTEL_TRACES_SAMPLER_ARG': 2,
  'auth.secretEnv.SMTP_URL': 'mail.example.org',
  'auth.secretEnv.OIDC_PROVIDERS': '[{"id": house}]',
  'insights.secretEnv.AMQP_URL': 'http://broker',
  'media.secretEnv.S3_URL': 'https://s3.example.org/bucket',
  'journal.secretEnv.MONGO_URL': 'postgres://database',
  'auth.resources.limits.memory': 'big',
  'database.bundled.resources.requests.cpu': 'two',
  'broker.bundled.persistence.size': '0Gi',
  'broker.bundled.image': 'rabbit mq',
  'image.repository': 'https://registry.example.org/journal',
  'ingress.host': 'home example.org',
  'httpRoute.hostnames': ['home example.org'],
  'networkPolicy.brokerTo': [{ ipBlock: { cidr: 'here' } }],
  publicUrl: 'https://home example.org',
};

/** What names a value: the schema's path, or the one that is typed. @param {string} path */
const saying = (path) => new RegExp(`'/${path.replaceAll('.', '/')}|${path.replaceAll('.', '\\.')} must`);

/** Values that the chart must refuse in addition to the evaluation values, with the error message, by description. */
const REFUSALS = /** @type {Record<string, [Record<string, unknown>, RegExp]>} */ ({
  'an unknown value': [{ 'gateway.replica': 3 }, /gateway.*replica/s],
  'an unknown value deep inside': [{ 'database.bundled.persistence.siez': '1Gi' }, /siez/],
  'HPA and KEDA on one Deployment': [
    { 'weather.hpa.enabled': true, 'weather.keda.enabled': true },
    /'\/weather\/keda\/enabled': value must be false/,
  ],
  'HPA for all services and KEDA on one': [
    { 'defaults.hpa.enabled': true, 'weather.keda.enabled': true },
    /defaults/,
  ],
  'KEDA for a service without a queue of work': [{ 'auth.keda.enabled': true }, /auth/],
  'a bundled broker and one of your own': [{ 'broker.url': 'amqp://b' }, /'\/broker\/url': value must be ''/],
  'a bundled database and one of your own': [
    { 'database.url': 'mongodb://d' },
    /'\/database\/url': value must be ''/,
  ],
  'a bundled server as root': [{ 'broker.bundled.runAsUser': 0 }, /runAsUser/],
  'an API key in plain text': [{ 'weather.env.WEATHER_API_KEY': 'k' }, /weather/],
  'an address with a password in plain text': [{ 'defaults.env.AMQP_URL': 'amqp://a:b@c' }, /AMQP_URL/],
  'a password of the mail server in plain text': [{ 'auth.env.SMTP_URL': 'smtp://a:b@c' }, /auth/],
  'an unknown variable': [{ 'auth.env.REGISTATION': 'closed' }, /auth/],
  'an unknown secret variable': [{ 'auth.secretEnv.SMPT_URL': 'smtp://a:b@c' }, /auth/],
  'a mail server without an address for the links in mails': [
    { 'auth.secretEnv.SMTP_URL': 'smtp://a:b@c' },
    /links in mails/,
  ],
  'a mail server without a sender': [
    { 'auth.secretEnv.SMTP_URL': 'smtp://a:b@c', publicUrl: 'https://journal.example.org' },
    /Who sends the mails\?.*MAIL_FROM/,
  ],
  'no way to sign in': [{ 'auth.env.PASSWORD_LOGIN': 'off' }, /How do people sign in/],
  'providers without an address to lead people back to': [
    { 'auth.secretEnv.OIDC_PROVIDERS': '[]' },
    /lead people back/,
  ],
  ...Object.fromEntries(
    ['/journal', '/journal/', '//', '?page=journal', '#journal'].map((end) => [
      `an address that people use with ${end}`,
      [{ publicUrl: `https://home.example.org${end}` }, WITHOUT_PATH],
    ]),
  ),
  'an address that people use with a login': [
    { publicUrl: 'https://ana:word@home.example.org' },
    WITHOUT_PATH,
  ],
  ...Object.fromEntries(
    ['defaults', 'gateway', 'auth'].map((component) => [
      `an address that people use with a path, as a variable of ${component}`,
      [{ [`${component}.env.PUBLIC_URL`]: 'https://home.example.org/journal' }, WITHOUT_PATH],
    ]),
  ),
  'a host of the ingress with a path': [
    { 'ingress.enabled': true, 'ingress.host': 'home.example.org/journal' },
    WITHOUT_PATH,
  ],
  'another file for the private key': [{ 'auth.env.JWT_PRIVATE_KEY_FILE': '/tmp/k' }, /auth/],
  'an ingress without a host': [{ 'ingress.enabled': true }, /ingress/],
  'a route without a gateway': [{ 'httpRoute.enabled': true }, /httpRoute/],
  'a disruption budget that allows no eviction': [{ 'auth.pdb.maxUnavailable': 0 }, /maxUnavailable/],
  'an address that is not AMQP': [{ 'broker.bundled.enabled': false, 'broker.url': 'http://b' }, /broker/],
  'a bundled database under another name': [{ 'auth.env.MONGO_DB': 'people' }, /MONGO_DB of auth/],
  'a bundled database with another prefix': [
    { 'auth.env.MONGO_DATABASE_PREFIX': 'other_' },
    /MONGO_DATABASE_PREFIX of auth/,
  ],
  ...Object.fromEntries(
    Object.entries(WRONG).map(([path, value]) => [
      `${JSON.stringify(value)} as ${path}`,
      [{ 'ingress.enabled': true, 'ingress.host': 'home.example.org', [path]: value }, saying(path)],
    ]),
  ),
  'fewer replicas at most than at least': [
    { 'gateway.hpa': { enabled: true, minReplicas: 9, maxReplicas: 3 } },
    /gateway\.hpa\.minReplicas \(9\) must not be more than maxReplicas \(3\)/,
  ],
  'fewer replicas at most than the default at least': [
    { 'weather.keda': { enabled: true, maxReplicas: 1 } },
    /weather\.keda\.minReplicas \(2\)/,
  ],
  'no place for photos': [{ 'media.persistence.enabled': false }, /Where are the photos\?/],
  'two replicas with one volume of photos': [{ 'media.replicas': 2 }, /One replica of media/],
  'no broker': [{ 'broker.bundled.enabled': false }, /Where is RabbitMQ\?/],
  'no database': [{ 'database.bundled.enabled': false }, /Where is MongoDB\?/],
});

/** Objects whose fields are defined by Kubernetes or other software. */
const OTHERS = ['/properties/global', '/nodeAffinity', '/podAffinity', '/podAntiAffinity'];

/**
 * Returns the paths of the objects in a schema that accept unknown fields.
 * @param {any} schema
 * @param {string} path
 * @returns {string[]}
 */
function openObjects(schema, path = '') {
  if (schema === null || typeof schema !== 'object') return [];
  const open = schema.type === 'object' && schema.additionalProperties !== false;
  const inside = Object.entries(schema).flatMap(([name, part]) => openObjects(part, `${path}/${name}`));
  return [...(open && !OTHERS.some((end) => path.endsWith(end)) ? [path] : []), ...inside];
}

/** @returns {import('../check-chart.mjs').Checks} */
export const refusalChecks = () => ({
  ...Object.fromEntries(
    Object.entries(REFUSALS).map(([why, [values, words]]) => [
      `refused: ${why}`,
      async () => {
        const { ok, stderr } = await template(['evaluation'], values);
        assert.equal(ok, false, 'the chart accepted the values');
        assert.match(stderr, words);
        assert.doesNotMatch(stderr, /'not' failed/);
      },
    ]),
  ),
  'no object in the schema accepts unknown fields': () => {
    const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8'));
    assert.deepEqual(openObjects(schema), []);
    assert.ok(schema.additionalProperties === false);
  },
});

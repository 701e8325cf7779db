import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { SERVICE_NAMES, SERVICES } from '../../deploy/local/services.mjs';
import { CHART, render } from './helm.mjs';

/**
 * @param {import('./helm.mjs').Rendered} chart
 * @param {string} service
 */
const secretEnvOf = (chart, service) =>
  Object.fromEntries(
    chart
      .pod(service)
      .containers[0].env.filter((/** @type {any} */ { valueFrom }) => valueFrom)
      .map((/** @type {any} */ { name, valueFrom }) => [name, valueFrom.secretKeyRef]),
  );

/** @returns {import('../check-chart.mjs').Checks} */
export const secretChecks = () => ({
  'the chart creates a key pair, a push key and a master key': async () => {
    const keys = (await render(['evaluation'])).secret('keys');
    const privateKey = createPrivateKey(String(keys['jwt-private.pem']));
    assert.equal(privateKey.asymmetricKeyType, 'rsa');
    assert.ok(Number(privateKey.asymmetricKeyDetails?.modulusLength) >= 2_048);
    assert.ok(createPublicKey(String(keys['jwt-public.pem'])).equals(createPublicKey(privateKey)));
    const pushKey = createPrivateKey(String(keys['vapid-private.pem']));
    assert.equal(pushKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
    assert.match(String(keys['master-keys']), /^[\w-]+:[A-Za-z0-9+/]{43}=\n$/);
  },
  'each service has only the keys that it needs': async () => {
    for (const [file, name] of /** @type {const} */ ([
      ['evaluation', 'home-inner-weather-keys'],
      ['production', 'inner-weather-keys'],
    ])) {
      const chart = await render([file]);
      for (const { name: service, keys, database } of SERVICES) {
        const volume = chart.pod(service).volumes.find((/** @type {any} */ { secret }) => secret)?.secret;
        /** @type {string[]} */
        const items = volume?.items.map((/** @type {any} */ { key }) => key) ?? [];
        assert.deepEqual(items, [...keys, ...(database ? ['master-keys'] : [])], service);
        if (volume) assert.equal(volume.secretName, name);
        const files = Object.entries(chart.env(service)).filter(([variable]) => variable.endsWith('_FILE'));
        assert.deepEqual(
          files.map(([, file]) => file).sort(),
          items.map((item) => `/run/keys/${item}`).sort(),
        );
      }
    }
  },
  'keys and passwords stay after an uninstall by default': async () => {
    const defaultChart = await render(['evaluation']);
    for (const name of ['keys', 'bundled']) {
      assert.equal(defaultChart.find('Secret', name).metadata.annotations['helm.sh/resource-policy'], 'keep');
    }
    const deletingChart = await render(['evaluation'], { 'keys.keepOnUninstall': false });
    for (const secret of deletingChart.all('Secret')) assert.equal(secret.metadata.annotations, undefined);
  },
  'existing Secrets replace those of the chart': async () => {
    const chart = await render(['production']);
    assert.deepEqual(chart.all('Secret'), []);
    for (const service of SERVICE_NAMES) {
      const { envFrom } = chart.pod(service).containers[0];
      assert.deepEqual(envFrom, [{ secretRef: { name: `${service}-connections` } }]);
    }
  },
  'addresses and keys of APIs are only in Secrets': async () => {
    const chart = await render(['urls']);
    for (const object of chart.objects) {
      if (object.kind !== 'Secret')
        assert.doesNotMatch(JSON.stringify(object), /secret-of/, object.metadata.name);
    }
    assert.match(String(chart.secret('gateway').AMQP_URL), /^amqps:.*secret-of-the-broker/);
    assert.equal(chart.secret('gateway').MONGO_URL, undefined);
    assert.match(String(chart.secret('journal').MONGO_URL), /secret-of-the-database/);
    // A service's own address takes precedence over the one for all.
    assert.match(String(chart.secret('auth').MONGO_URL), /secret-of-auth/);
    assert.deepEqual(Object.keys(chart.secret('weather')).sort(), ['AMQP_URL', 'WEATHER_API_KEY']);
    assert.deepEqual(Object.keys(chart.secret('insights')).sort(), [
      'AMQP_URL',
      'GEMINI_API_KEY',
      'MONGO_URL',
    ]);
  },
  'a changed address restarts its service': async () => {
    const checksum = async (/** @type {string} */ url) =>
      (await render(['urls'], { 'auth.secretEnv.AMQP_URL': url })).find('Deployment', 'auth').spec.template
        .metadata.annotations['checksum/secret'];
    assert.equal(await checksum('amqp://a'), await checksum('amqp://a'));
    assert.notEqual(await checksum('amqp://a'), await checksum('amqp://b'));
  },
  'the bundled broker has one user per service, with the rights that the services declare': async () => {
    const chart = await render(['evaluation']);
    const secret = chart.secret('bundled');
    const { users, ...rest } = JSON.parse(String(secret['definitions.json']));
    assert.deepEqual(rest, JSON.parse(readFileSync(join(CHART, 'files/definitions.json'), 'utf8')));
    assert.deepEqual(
      rest.permissions.map((/** @type {any} */ { user }) => user).sort(),
      [...SERVICE_NAMES].sort(),
    );
    const passwords = new Set();
    for (const service of SERVICE_NAMES) {
      assert.deepEqual(secretEnvOf(chart, service).AMQP_URL, {
        name: 'home-inner-weather-bundled',
        key: `amqp-url-${service}`,
      });
      const { username, password, hostname } = new URL(String(secret[`amqp-url-${service}`]));
      assert.equal(username, service);
      assert.equal(hostname, 'home-inner-weather-rabbitmq.default.svc');
      assert.match(password, /^\w{32}$/);
      const user = users.find((/** @type {any} */ { name }) => name === service);
      assert.deepEqual(user, { name: service, password, tags: [] });
      passwords.add(password);
    }
    assert.equal(passwords.size, SERVICE_NAMES.length);
  },
  'the bundled database has one user per service by default': async () => {
    const chart = await render(['evaluation']);
    const secret = chart.secret('bundled');
    const databases = SERVICES.filter(({ database }) => database).map(({ name }) => name);
    const servicesWithout = SERVICES.filter(({ database }) => !database).map(({ name }) => name);
    assert.ok(databases.length >= 3 && servicesWithout.length >= 2);
    for (const service of databases) {
      assert.equal(secretEnvOf(chart, service).MONGO_URL.key, `mongo-url-${service}`);
      const { username, password, search } = new URL(String(secret[`mongo-url-${service}`]));
      assert.deepEqual([username, password], [service, secret[`mongodb-${service}`]]);
      assert.equal(search, '?authSource=admin');
    }
    for (const service of servicesWithout) assert.equal(secretEnvOf(chart, service).MONGO_URL, undefined);
    const server = chart.find('StatefulSet', 'mongodb').spec.template.spec.containers[0];
    const names = server.env.map((/** @type {any} */ { name }) => name);
    assert.ok(names.includes('MONGO_INITDB_ROOT_PASSWORD'));
    /** @type {any[]} */
    const createdUsers = [];
    /** @type {string[]} */
    const signedIn = [];
    // Of an older version, whose database stays.
    const [known, ...missing] = databases;
    const admin = {
      auth: (/** @type {string[]} */ ...login) => signedIn.push(...login),
      getUser: (/** @type {string} */ user) => (user === known ? { user } : null),
      createUser: (/** @type {any} */ user) => createdUsers.push(user),
    };
    const db = { getSiblingDB: () => admin };
    const passwords = Object.fromEntries(
      databases.map((service) => [`PASSWORD_OF_${service.toUpperCase()}`, `of ${service}`]),
    );
    for (const name of Object.keys(passwords)) assert.ok(names.includes(name), name);
    assert.deepEqual(server.startupProbe.exec.command, ['mongosh', '--quiet', '/users/users.js']);
    assert.ok(server.volumeMounts.some((/** @type {any} */ { mountPath }) => mountPath === '/users'));
    const env = { ...passwords, MONGO_INITDB_ROOT_PASSWORD: 'of root' };
    runInNewContext(chart.find('ConfigMap', 'mongodb').data['users.js'], { db, process: { env } });
    assert.deepEqual(signedIn, ['root', 'of root']);
    assert.deepEqual(
      createdUsers.map(({ user, pwd, roles: [role, ...more] }) => [
        user,
        pwd,
        role.role,
        role.db,
        more.length,
      ]),
      missing.map((service) => [service, `of ${service}`, 'readWrite', `inner_weather_${service}`, 0]),
    );

    const bare = await render(['bare']);
    const openServer = bare.find('StatefulSet', 'mongodb').spec.template.spec.containers[0];
    assert.deepEqual(
      openServer.env.map((/** @type {any} */ { name }) => name),
      ['HOME'],
    );
    assert.equal(new URL(String(bare.secret('bundled')['mongo-url-auth'])).username, '');
  },
  'the bundled servers store their data on volumes by default': async () => {
    const chart = await render(['evaluation'], { 'database.bundled.persistence.storageClass': 'fast' });
    const bare = await render(['bare']);
    for (const name of ['mongodb', 'rabbitmq']) {
      const [claim] = chart.find('StatefulSet', name).spec.volumeClaimTemplates;
      assert.equal(claim.metadata.name, 'data');
      assert.equal(claim.spec.storageClassName, name === 'mongodb' ? 'fast' : undefined);
      const { spec } = bare.find('StatefulSet', name);
      assert.equal(spec.volumeClaimTemplates, undefined);
      assert.ok(spec.template.spec.volumes.some((/** @type {any} */ volume) => volume.name === 'data'));
    }
  },
});

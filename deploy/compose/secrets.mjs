import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { whyFull } from '../local/folders/data-folder.mjs';
import { masterKeysFile, rotateSigningKeys, signingKeys, vapidKeyFile } from '../local/keys.mjs';
import { MONGODB_NEEDS, runsMongodb } from '../local/processor.mjs';
import { SERVICE_NAMES, SERVICES, SERVICES_WITH_DATABASE } from '../local/services.mjs';
import { handGiven } from './given.mjs';
import { whyVolumesDoNotFit } from './volumes.mjs';

/*
 * Compose's one-shot service `secrets`. The first start creates all passwords and keys in `kept/` of its volume. Every
 * start copies the ones that a service needs into the folder of that service. Existing passwords and keys are never
 * replaced. A service sees its own folder only, so its files may be readable by every user of its container.
 */

const VOLUME = '/secrets';
const KEPT = join(VOLUME, 'kept');
const KEYS = join(KEPT, 'keys');

/** The user for operators and tools, with all rights on broker and database. */
const OPERATOR = 'operator';

/**
 * Writes a file atomically, so that no reader sees a part of it.
 * @param {string} file
 * @param {string} text
 * @param {number} mode
 */
function write(file, text, mode) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}

/** @param {string} of what it opens, and for which user */
function password(of) {
  const file = join(KEPT, 'passwords', of);
  if (!existsSync(file)) write(file, randomBytes(24).toString('hex'), 0o600);
  return readFileSync(file, 'utf8');
}

/**
 * @param {string} owner
 * @param {string} name
 * @param {string} text
 */
const hand = (owner, name, text) => write(join(VOLUME, owner, name), text, 0o644);

/**
 * The password as RabbitMQ stores it: a salt, then SHA-256 over salt and password.
 * @param {string} name
 * @param {string[]} tags
 */
function brokerUser(name, tags = []) {
  const salt = randomBytes(4);
  const hash = createHash('sha256')
    .update(salt)
    .update(password(`broker-${name}`))
    .digest();
  return { name, tags, password_hash: Buffer.concat([salt, hash]).toString('base64') };
}

/** @param {string | undefined} reason */
function refuseFor(reason) {
  if (reason === undefined) return;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

// Otherwise MongoDB would exit and be restarted in an endless loop.
if (process.env.ANY_PROCESSOR !== 'yes') refuseFor(runsMongodb() ? undefined : MONGODB_NEEDS);
const beginsEmpty = process.env.BEGIN_EMPTY === 'yes';
for (const volume of ['secrets', 'database'])
  refuseFor(whyFull(join('/', volume), { name: `the volume \`${volume}\`` }));
refuseFor(whyVolumesDoNotFit({ kept: KEPT, database: '/database', beginsEmpty }));

const definitions = JSON.parse(readFileSync(join(import.meta.dirname, '../broker/definitions.json'), 'utf8'));
const allRights = { user: OPERATOR, vhost: '/', configure: '.*', write: '.*', read: '.*' };
hand(
  'rabbitmq',
  'definitions.json',
  JSON.stringify({
    ...definitions,
    users: [...SERVICE_NAMES.map((name) => brokerUser(name)), brokerUser(OPERATOR, ['administrator'])],
    permissions: [...definitions.permissions, allRights],
  }),
);
for (const user of [...SERVICE_NAMES, OPERATOR])
  hand(user, 'amqp-url', `amqp://${user}:${password(`broker-${user}`)}@rabbitmq:5672`);

// Each service has its own user, without access to other databases.
const databases = SERVICES_WITH_DATABASE.map((user) => ({
  user,
  pwd: password(`database-${user}`),
  db: `inner_weather_${user}`,
}));
hand('mongo', 'users.json', JSON.stringify(databases));
hand('mongo', 'root-password', password(`database-${OPERATOR}`));
for (const { user, pwd, db } of databases)
  hand(user, 'mongo-url', `mongodb://${user}:${pwd}@mongo:27017/${db}`);
hand(OPERATOR, 'mongo-url', `mongodb://${OPERATOR}:${password(`database-${OPERATOR}`)}@mongo:27017/admin`);

// `docker compose run --rm secrets node /deploy/compose/secrets.mjs rotate`, and then restart auth and gateway.
if (process.argv[2] === 'rotate') rotateSigningKeys(KEYS);
const { privateKeyFile, publicKeysFile } = signingKeys(KEYS);
const keyFiles = {
  'jwt-private.pem': privateKeyFile,
  'jwt-public.pem': publicKeysFile,
  'vapid-private.pem': vapidKeyFile(KEYS),
};
for (const [name, file] of Object.entries(keyFiles)) {
  for (const service of SERVICES)
    if (service.keys.includes(name)) hand(service.name, name, readFileSync(file, 'utf8'));
}

// Services with a database decrypt users' texts with these keys.
for (const user of SERVICES_WITH_DATABASE)
  hand(user, 'master.keys', readFileSync(masterKeysFile(KEYS), 'utf8'));

hand('grafana', 'admin-password', password('grafana-admin'));
hand('subpath', 'own', '');
refuseFor(handGiven({ env: process.env, from: '/given', to: VOLUME, hand }));

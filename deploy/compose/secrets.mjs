import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { masterKeysFile, rotateSigningKeys, signingKeys } from '../local/keys.mjs';
import { MONGODB_NEEDS, runsMongodb } from '../local/processor.mjs';
import { SERVICE_NAMES, SERVICES, SERVICES_WITH_DATABASE } from '../local/services.mjs';
import { whyVolumesDoNotFit } from './volumes.mjs';

/*
 * Compose's one-shot service `secrets`. At the first start it makes every password and key, in `kept/` of its volume.
 * At every start it writes into a folder for each service what that service needs of them. It never replaces a password
 * or a key. A service sees its own folder only, so the files in it may be readable by every user of its container.
 */

const VOLUME = '/secrets';
const KEPT = join(VOLUME, 'kept');
const KEYS = join(KEPT, 'keys');

/** The user for people and tools, who may do everything on broker and database. */
const OPERATOR = 'operator';

/**
 * Writes a file in one step: nobody ever sees half of it.
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

/** Ends before anything is made. @param {string | undefined} reason */
function refuseFor(reason) {
  if (reason === undefined) return;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

// MongoDB would only end and be started again without end.
if (process.env.ANY_PROCESSOR !== 'yes') refuseFor(runsMongodb() ? undefined : MONGODB_NEEDS);
const beginsEmpty = process.env.BEGIN_EMPTY === 'yes';
refuseFor(whyVolumesDoNotFit({ kept: KEPT, database: '/database', beginsEmpty }));

const definitions = JSON.parse(readFileSync(join(import.meta.dirname, '../broker/definitions.json'), 'utf8'));
const everything = { user: OPERATOR, vhost: '/', configure: '.*', write: '.*', read: '.*' };
hand(
  'rabbitmq',
  'definitions.json',
  JSON.stringify({
    ...definitions,
    users: [...SERVICE_NAMES.map((name) => brokerUser(name)), brokerUser(OPERATOR, ['administrator'])],
    permissions: [...definitions.permissions, everything],
  }),
);
for (const user of [...SERVICE_NAMES, OPERATOR])
  hand(user, 'amqp-url', `amqp://${user}:${password(`broker-${user}`)}@rabbitmq:5672`);

// Each service has a user of its own, who reaches no other database.
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
const tokenKeys = { 'jwt-private.pem': privateKeyFile, 'jwt-public.pem': publicKeysFile };
for (const [name, file] of Object.entries(tokenKeys)) {
  for (const service of SERVICES)
    if (service.keys.includes(name)) hand(service.name, name, readFileSync(file, 'utf8'));
}

// The services with a database decrypt what people wrote with these.
for (const user of SERVICES_WITH_DATABASE)
  hand(user, 'master.keys', readFileSync(masterKeysFile(KEYS), 'utf8'));

hand('grafana', 'admin-password', password('grafana-admin'));

import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { masterKeysFile, rotateSigningKeys, signingKeys } from '../local/keys.mjs';

/*
 * Compose's one-shot service `secrets`. At the first start it makes every password and key, in `kept/` of its
 * volume; at every start it lays out, in a folder for each service, what that service needs of them. Nothing that
 * was made is ever made anew. The services see their own folder alone, so its files may be readable by whatever
 * user an image has.
 */

const VOLUME = '/secrets';
const KEPT = join(VOLUME, 'kept');

const SERVICES = ['gateway', 'auth', 'journal', 'weather', 'insights'];
/** Each has a database of its own, and a user who reaches no other. */
const WITH_DATABASE = ['auth', 'journal', 'insights'];
/** For people and tools: may do everything on broker and database. */
const OPERATOR = 'operator';

/**
 * Whole or not at all.
 * @param {string} file
 * @param {string} text
 * @param {number} mode
 */
function write(file, text, mode) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}

/** @param {string} of what it opens, and for whom */
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

const definitions = JSON.parse(readFileSync(join(import.meta.dirname, '../broker/definitions.json'), 'utf8'));
const everything = { user: OPERATOR, vhost: '/', configure: '.*', write: '.*', read: '.*' };
hand(
  'rabbitmq',
  'definitions.json',
  JSON.stringify({
    ...definitions,
    users: [...SERVICES.map((name) => brokerUser(name)), brokerUser(OPERATOR, ['administrator'])],
    permissions: [...definitions.permissions, everything],
  }),
);
for (const user of [...SERVICES, OPERATOR])
  hand(user, 'amqp-url', `amqp://${user}:${password(`broker-${user}`)}@rabbitmq:5672`);

const databases = WITH_DATABASE.map((user) => ({
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
if (process.argv[2] === 'rotate') rotateSigningKeys(KEPT);
const { privateKeyFile, publicKeysFile } = signingKeys(KEPT);
hand('auth', 'jwt-private.pem', readFileSync(privateKeyFile, 'utf8'));
hand('gateway', 'jwt-public.pem', readFileSync(publicKeysFile, 'utf8'));

// Without it nobody can read the entries.
for (const user of WITH_DATABASE) hand(user, 'master.keys', readFileSync(masterKeysFile(KEPT), 'utf8'));

hand('grafana', 'admin-password', password('grafana-admin'));

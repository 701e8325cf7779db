import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { SERVICES } from '@inner-weather/contracts/messaging/topology';
import { SERVICES_WITH_DATABASE } from '../../deploy/local/services.mjs';
import { Api } from '../support/requests/api.js';
import { stackUrl } from '../support/stacks/config.js';
import { sendPhoto } from '../support/photos.js';
import { docker } from './docker.mjs';
import { COMMANDS, Household } from './household.js';

const compose = (...args: string[]) => docker(['compose', ...args], { timeoutMs: 240_000 });
const file = (service: string, name: string) =>
  compose('exec', '-T', service, 'cat', `/run/inner-weather/${name}`);
const repository = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

/** Those of docs/one-container.md: to Docker Compose, and back. */
const move = COMMANDS['Move to Docker Compose'] ?? [];

const DAMAGE = `
const file = '/backups/all/inner_weather_journal.entries.jsonl.gz';
const bytes = fs.readFileSync(file);
bytes[bytes.length >> 1] ^= 1;
fs.writeFileSync(file, bytes);
`;

/* The commands of docs/running.md, and the rights of each service. */
describe('docker compose, operated', () => {
  const api = new Api(stackUrl());
  let home: Household | undefined;

  // A run that failed is repeated, and no backup is written over another.
  afterAll(async () => {
    await home?.remove();
    const { BACKUPS = '' } = process.env;
    for (const name of readdirSync(BACKUPS)) rmSync(join(BACKUPS, name), { recursive: true });
  }, 60_000);

  it('gives each service the rights on the broker that deploy/broker says, and no more', async () => {
    const list = await compose(
      ...['exec', '-T', 'rabbitmq', 'rabbitmqctl', '-q', 'list_permissions', '--formatter', 'json'],
    );
    const { permissions } = JSON.parse(repository('deploy/broker/definitions.json')) as {
      permissions: { user: string; configure: string; write: string; read: string }[];
    };
    const results = JSON.parse(list) as { user: string }[];
    expect(results.map(({ user }) => user).sort()).toEqual([...SERVICES, 'operator'].sort());
    for (const { user, configure, write, read } of permissions)
      expect(results).toContainEqual({ user, configure, write, read });
  });

  it('has the database make a user for each service that has none, in its own database alone', async () => {
    const files = {
      '/run/inner-weather/users.json': await file('mongo', 'users.json'),
      '/run/inner-weather/root-password': 'of the operator',
    };
    const signedIn: string[] = [];
    const made: object[] = [];
    const db = {
      auth: (...login: string[]) => signedIn.push(...login),
      getSiblingDB: (name: string) => ({
        getUser: (user: string) => (user === 'journal' ? { user } : null),
        createUser: (user: object) => made.push({ madeIn: name, ...user }),
      }),
    };
    const require = () => ({ readFileSync: (path: keyof typeof files) => files[path] });
    runInNewContext(repository('deploy/compose/mongo-users.mongosh'), { db, require });
    expect(signedIn).toEqual(['operator', 'of the operator']);
    // An upgrade brings services that the database does not know yet.
    const wanted = SERVICES_WITH_DATABASE.filter((service) => service !== 'journal').map(async (service) => {
      const { username, password, pathname } = new URL(await file(service, 'mongo-url'));
      const name = `inner_weather_${service}`;
      expect(pathname).toBe(`/${name}`);
      return { madeIn: name, user: username, pwd: password, roles: [{ role: 'readWrite', db: name }] };
    });
    expect(made).toEqual(await Promise.all(wanted));
  });

  it('prints a reset link', async () => {
    const { user } = await api.signUp();
    const admin = ['exec', '-T', 'auth', 'node', 'dist/admin.cli.js', 'reset-link'];
    expect(await compose(...admin, user.email)).toMatch(/\/reset-password#\S+$/m);
  });

  it('moves to one container and back, each time into nothing, and refuses a damaged backup', async () => {
    const ada = await api.signUp();
    const { _id: photo } = (await sendPhoto(ada)).body;
    const entry = await ada.write({ content: 'This must come back.', photos: [photo] });
    await ada.stamped(entry._id);
    home = await Household.create('home');
    const [mkdir, unpack, database, removeKeys, restore, start, ...back] = move;
    const [created] = await home.follow(back);
    expect(created).toMatch(/keys: .*master\.keys.*\nphotos: \d+\n.* was written/);
    await expect(home.run(back.at(-1)!)).rejects.toThrow(/(are|is) not empty/);
    // In the volume that was restored.
    await home.follow(COMMANDS.Start!.map((line) => line.replace(':/data', '-again:/data')));
    await home.ready();
    await (await home.api.logIn(ada)).write({ content: 'Written at home.' });
    await home.follow('Back up');

    // A volume that is gone is not replaced in silence.
    const backup = (...command: string[]) => compose('run', '--rm', 'backup', ...command);
    await compose('down');
    await docker(['volume', 'rm', `${process.env.COMPOSE_PROJECT_NAME}_database`]);
    await expect(compose('run', '--rm', 'secrets')).rejects.toThrow(/volume of its database is empty/);
    const beginsEmpty = { env: { ...process.env, BEGIN_EMPTY: 'yes' }, timeoutMs: 240_000 };
    await docker(['compose', 'up', '--wait', '--no-build', 'mongo'], beginsEmpty);
    expect(await backup('restore', '/backups/all')).toMatch(/was restored/);
    await compose('down', '--volumes');

    await home.follow([mkdir!, unpack!, database!]);
    await expect(home.run(restore!)).rejects.toThrow(/is another key than the backup's/);
    await home.follow([removeKeys!, restore!, start!]);
    const again = await api.logIn(ada);
    expect(await again.request('GET', `/api/photos/${photo}`)).toMatchObject({ status: 200 });
    const { body } = await again.search();
    expect(body.map(({ content, weatherData }) => [content, weatherData])).toEqual([
      ['Written at home.', expect.any(String)],
      ['This must come back.', 'Sunny'],
    ]);

    expect(await backup('check', '/backups/all')).toMatch(/is whole/);
    await compose('run', '--rm', '--entrypoint', 'node', 'backup', '-e', DAMAGE);
    await expect(backup('check', '/backups/all')).rejects.toThrow(/journal\.entries/);
  }, 600_000);
});

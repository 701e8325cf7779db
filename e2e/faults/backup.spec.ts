import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AboutDto } from '@inner-weather/contracts/about.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { BackupManifest } from '@inner-weather/platform/backup/manifest';
import { eventually } from '@inner-weather/testing/eventually';
import type { FakeServer } from '@inner-weather/testing/fakes/server';
import { startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';
import { testInfrastructure } from '@inner-weather/testing/infrastructure';
import { MongoClient } from 'mongodb';
import { newMasterKey } from '../../deploy/local/keys.mjs';
import { freePort } from '../../deploy/local/process.mjs';
import { SERVICES_WITH_DATABASE } from '../../deploy/local/services.mjs';
import { startStack } from '../../deploy/local/stack.mjs';
import { Api, type Person } from '../support/requests/api.js';
import { Load } from '../support/load.js';
import { PhotoLoad } from '../support/photo-load.js';
import { sendPhoto } from '../support/photos.js';
import { marksFound } from '../support/residue.js';
import { MEASURE } from '../support/requests/route-requests.js';

const BACKUP = resolve(import.meta.dirname, '../../scripts/backup.mjs');

/** The beginning of the names of the installation's databases: a backup is restored under the same names. */
const PREFIX = `backup_${randomBytes(6).toString('hex')}_`;
const ENTRIES_FILE = `${PREFIX}journal.entries.jsonl.gz`;

/** Databases, a virtual host, keys and services. Its master keys are elsewhere, as with MASTER_KEYS_FILE in .env. */
async function openInstallation(weatherUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-backup-'));
  const infrastructure = await testInfrastructure();
  const env = { PATH: process.env.PATH, MONGO_DATABASE_PREFIX: PREFIX };
  const masterKeysFile = join(dataDir, 'own.keys');
  let stack: Awaited<ReturnType<typeof startStack>> | undefined;
  return {
    keysDir: join(dataDir, 'keys'),
    masterKeysFile,
    photosDir: join(dataDir, 'photos'),
    env: { ...env, MONGO_URL: infrastructure.mongoUrl },
    start: async (): Promise<Api> => {
      if (!existsSync(masterKeysFile)) writeFileSync(masterKeysFile, newMasterKey());
      stack = await startStack({
        dataDir,
        keysDir: join(dataDir, 'keys'),
        ...infrastructure,
        port: await freePort(),
        env: {
          ...env,
          MASTER_KEYS_FILE: masterKeysFile,
          RATE_LIMITS: 'off',
          STAMP_PATIENCE_MS: '5000',
          STAMP_CHECK_MS: '500',
        },
        serviceEnv: { weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weatherUrl } },
        log: () => undefined,
      });
      return new Api(stack.url);
    },
    mongoUrl: infrastructure.mongoUrl,
    /** Stops it and deletes all its data. */
    destroy: async (): Promise<void> => {
      await stack?.stop();
      const client = await new MongoClient(infrastructure.mongoUrl).connect();
      await Promise.all(SERVICES_WITH_DATABASE.map((name) => client.db(`${PREFIX}${name}`).dropDatabase()));
      await client.close();
      await infrastructure.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Runs the command as an administrator would; returns its exit code and its output. */
async function backup(
  installation: Installation,
  command: 'create' | 'check' | 'restore',
  folder: string,
  keys = ['--keys', installation.keysDir, '--master-keys', installation.masterKeysFile],
): Promise<{ code: number; words: string }> {
  const { env, photosDir } = installation;
  const args = [BACKUP, command, folder, ...keys, '--photos', photosDir];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return { code: 0, words: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, words: stderr };
  }
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as BackupManifest;

/** Removes an account from a backup, as if it had been deleted before auth was saved. */
function dropAccount(folder: string, userId: string): void {
  const manifest = manifestOf(folder);
  const users = manifest.collections.find(({ collection }) => collection === 'users')!;
  const file = join(folder, users.file);
  const kept = gunzipSync(readFileSync(file))
    .toString()
    .replace(new RegExp(`.*${userId}.*\\n`), '');
  writeFileSync(file, gzipSync(kept));
  users.documents -= 1;
  users.sha256 = createHash('sha256').update(kept).digest('hex');
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

/** All data of a user that the API returns to them. */
async function belongings(person: Person) {
  const [user, entries, measures, insights] = await Promise.all([
    person.request('GET', '/api/user/me'),
    person.search(),
    person.request('GET', '/api/measures'),
    person.request<{ items: InsightJobDto[] }>('GET', '/api/insights'),
  ]);
  return {
    ...{ user: user.body, entries: entries.body },
    ...{ measures: measures.body, insights: insights.body.items },
  };
}

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-backup-'));
  let weather: FakeServer;
  let installation: Installation;
  let api: Api;

  beforeAll(async () => {
    weather = await startFakeWeatherApi();
    installation = await openInstallation(weather.url);
    api = await installation.start();
  }, 180_000);

  afterAll(async () => {
    await installation.destroy();
    await weather.close();
    rmSync(folder, { recursive: true });
  }, 60_000);

  it('taken under load restores everything that was there before it began, after all was destroyed', async () => {
    const photos: string[] = [];
    const people = await Promise.all(['Ana', 'Rui'].map((firstName) => api.signUp({ firstName })));
    for (const person of people) {
      for (const inputMood of ['Happy', 'Sad', 'Tired']) {
        const entry = await person.write({ inputMood, content: `${person.user.name} is ${inputMood} 🌧️` });
        await person.stamped(entry._id);
      }
      const photo = await sendPhoto(person);
      photos.push(photo.body._id);
      const measureId = randomUUID();
      await person.request('PUT', `/api/measures/${measureId}`, { body: MEASURE });
      const measures = { [measureId]: 450 };
      await person.write({ content: 'With a photo', photos: [photo.body._id], measures });
      const job = await person.request<InsightJobDto>('POST', '/api/insights', {
        body: { range: 'lastWeek' },
      });
      await person.finished(job.body.id);
    }
    const leaver = await api.signUp();
    const { body: leaversPhoto } = await sendPhoto(leaver);
    await leaver.write({ content: 'Of an account that is deleted meanwhile', photos: [leaversPhoto._id] });
    const before = await Promise.all(people.map(belongings));
    expect(JSON.stringify(before)).toContain('"measures":[{"_id"');
    expect(before.map(({ entries, insights }) => [entries.length, insights.length])).toEqual([
      [4, 1],
      [4, 1],
    ]);
    const writers = await Promise.all(Array.from({ length: 2 }, () => api.signUp()));
    const load = new Load(writers);
    const photographers = await Promise.all(Array.from({ length: 2 }, () => api.signUp()));
    const uploads = new PhotoLoad(photographers);
    await Promise.all([load.reached(40), uploads.goesOn(4)]);
    const acknowledged = load.ledger.size;
    const written = new Set((await load.entries()).map(({ content }) => content));
    expect(written.size).toBeGreaterThanOrEqual(acknowledged);

    const saved = join(folder, 'all');
    expect(await backup(installation, 'create', saved)).toMatchObject({
      code: 0,
      words: expect.stringContaining('keys'),
    });
    dropAccount(saved, leaver.user.id);
    await Promise.all([load.stop(), uploads.stop()]);
    await installation.destroy();
    installation = await openInstallation(weather.url);
    const restored = await backup(installation, 'restore', saved);
    expect(restored).toMatchObject({ code: 0, words: expect.stringContaining('was restored') });
    api = await installation.start();

    // Devices notice, and compare what they keep with what was saved since then.
    const { body: about } = await api.request<AboutDto>('GET', '/api/about');
    expect(about.restored).toEqual({
      generation: expect.stringMatching(/./),
      from: manifestOf(saved).startedAt,
    });

    // Users can log in with their passwords, and their tokens and cookies still work.
    const back = await Promise.all(people.map((person) => new Api(api.url).logIn(person)));
    expect(await Promise.all(back.map(belongings))).toEqual(before);
    for (const [index, person] of back.entries())
      expect((await person.request('GET', `/api/photos/${photos[index]}`)).status).toBe(200);
    // What was sent during the backup is in it as a whole, or not at all.
    const withPhotos = await Promise.all(
      photographers.map(async (one) => {
        const person = await api.logIn(one);
        return (await person.search()).body.map(({ photos }) => ({ person, id: photos![0] }));
      }),
    );
    expect(withPhotos.flat().length).toBeGreaterThanOrEqual(4);
    for (const { person, id } of withPhotos.flat())
      expect((await person.request('GET', `/api/photos/${id}`)).status).toBe(200);
    const [ana] = people;
    const { body: own } = await api.request('GET', '/api/user/me', { token: ana!.token });
    expect(own).toEqual(before[0]!.user);
    const session = await api.request('GET', '/api/session', { headers: { cookie: ana!.cookie } });
    expect(session.status).toBe(200);
    const client = await new MongoClient(installation.mongoUrl).connect();
    await eventually(async () => {
      const found = await marksFound(client, PREFIX.slice(0, -1), { leaver: leaver.user.id });
      expect(found.filter(({ place }) => !place.startsWith('auth.'))).toEqual([]);
    });
    await client.close();
    // The installation keeps working.
    const { _id } = await back[0]!.write({ content: 'The day after' });
    expect(await back[0]!.stamped(_id)).toMatchObject({ weatherStatus: 'ready' });

    const backWriters = await Promise.all(writers.map((writer) => api.logIn(writer)));
    const entriesOf = async () =>
      (await Promise.all(backWriters.map((person) => person.search()))).flatMap(({ body }) => body);
    const contents = (await entriesOf()).map(({ content }) => content);
    expect([...written].filter((content) => !contents.includes(content))).toEqual([]);
    // A save during the backup may or may not be in it, but never in part or twice.
    expect(load.ledger.compare(contents)).toMatchObject({ unexpected: 0, duplicated: 0 });
    await eventually(
      async () =>
        expect((await entriesOf()).filter(({ weatherStatus }) => weatherStatus !== 'ready')).toEqual([]),
      { timeoutMs: 120_000 },
    );
  }, 400_000);

  it('is readable by its owner alone, and says which part of it is damaged', async () => {
    const saved = join(folder, 'all');
    for (const file of [
      saved,
      ...readdirSync(saved, { recursive: true }).map((one) => join(saved, String(one))),
    ])
      expect([file, statSync(file).mode & 0o077]).toEqual([file, 0]);
    expect(await backup(installation, 'check', saved)).toMatchObject({ code: 0 });

    const file = join(saved, ENTRIES_FILE);
    const good = readFileSync(file);
    const lines = gunzipSync(good).toString();
    writeFileSync(file, gzipSync(lines.replace('Porto', 'Lagos')));
    expect(await backup(installation, 'check', saved)).toMatchObject({
      code: 1,
      words: expect.stringContaining('entries'),
    });
    writeFileSync(file, good.subarray(0, good.length / 2));
    expect(await backup(installation, 'check', saved)).toMatchObject({
      code: 1,
      words: expect.stringContaining('entries'),
    });
    writeFileSync(file, good);
  }, 60_000);

  it('is restored only into an empty installation, and never over another key', async () => {
    const saved = join(folder, 'all');
    expect(await backup(installation, 'restore', saved)).toMatchObject({
      code: 1,
      words: expect.stringContaining('not empty'),
    });
    const elsewhere = mkdtempSync(join(tmpdir(), 'inner-weather-keys-'));
    writeFileSync(join(elsewhere, 'jwt-private.pem'), 'a key of something else');
    expect(await backup(installation, 'restore', saved, ['--keys', elsewhere])).toMatchObject({
      code: 1,
      words: expect.stringContaining('another key'),
    });
    expect(readFileSync(join(elsewhere, 'jwt-private.pem'), 'utf8')).toBe('a key of something else');
    rmSync(elsewhere, { recursive: true });
  }, 60_000);

  it('that would not have the master key is refused', async () => {
    const keys = ['--keys', installation.keysDir];
    expect(await backup(installation, 'create', join(folder, 'without'), keys)).toMatchObject({
      code: 1,
      words: expect.stringContaining('do not include the master key'),
    });
  }, 60_000);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { eventually } from '@inner-weather/testing/eventually';
import { SERVICE_NAMES } from '../../deploy/local/services.mjs';
import { Api, PASSWORD, type Person, signUpForm } from '../support/requests/api.js';
import { launch, Visit } from '../support/pages/browser.js';
import { Load } from '../support/load.js';
import { BLUE } from '../support/photos.js';
import {
  deploy,
  PortForward,
  evict,
  helm,
  kubectl,
  leftovers,
  list,
  modelCalls,
  podsOf,
  RELEASE,
  runningTags,
  startFakes,
  startStore,
} from './cluster.js';
import { readClusterConfig } from './config.js';
import { openDatabase } from './database.js';

const MINUTES = 60_000;
/** Milliseconds between two entries of one person of the load, and how many people there are. */
const PAUSE_MS = 100;
const PEOPLE = 4;
const say = (line: string): void => void process.stderr.write(`  ${line}\n`);

const VOLUMES = [
  ...['mongodb', 'rabbitmq'].map((name) => `PersistentVolumeClaim/data-${RELEASE}-${name}-0`),
  ...(readClusterConfig().photos === 'volume' ? [`PersistentVolumeClaim/${RELEASE}-photos`] : []),
];
const SECRETS = ['bundled', 'keys'].map((name) => `Secret/${RELEASE}-${name}`);

const secretData = async () =>
  (await list('secrets'))
    .filter(({ metadata }) => SECRETS.includes(`Secret/${metadata.name}`))
    .map(({ data }) => data);

const restarts = async () =>
  (await Promise.all(SERVICE_NAMES.map(podsOf)))
    .flat()
    .flatMap(({ status }) => status?.containerStatuses ?? [])
    .reduce((sum, { restartCount }) => sum + restartCount, 0);

describe('Inner Weather on Kubernetes', () => {
  const { tag, next, photos } = readClusterConfig();
  let forward: PortForward;
  let api: Api;
  let ada: Person;

  /** The port-forward may still lead to a pod that is about to stop. */
  const signUp = () => eventually(() => api.signUp(), { timeoutMs: MINUTES, everyMs: 250 });
  const startLoad = async () => new Load(await Promise.all(Array.from({ length: PEOPLE }, signUp)), PAUSE_MS);

  const onlyRuns = (version: string) =>
    eventually(async () => expect(await runningTags()).toEqual(new Set([version])), { timeoutMs: MINUTES });

  /** Ends the load and checks the result of every write, and its weather. */
  const judge = async (what: string, load: Load) => {
    const outcome = await load.judge(what);
    say(
      `  retried with success: ${load.refused || 'nothing'}; slowest save ${Math.max(...load.waits)} ms of ${load.waits.length}`,
    );
    expect(outcome.acknowledged).toBe(outcome.attempted);
    await load.stamped();
  };

  /** The photo that ada wrote about, as it was shown at first. */
  let photo: { path: string; bytes: string };

  const readPhoto = async (path: string) => {
    const { status, body } = await ada.request('GET', path);
    expect(status).toBe(200);
    return String(body);
  };

  const expectPhoto = () =>
    eventually(async () => expect(await readPhoto(photo.path)).toBe(photo.bytes), { timeoutMs: MINUTES });

  beforeAll(async () => {
    await Promise.all([startFakes(), ...(photos === 'store' ? [startStore()] : [])]);
    forward = await PortForward.start();
    api = new Api(forward.url);
  }, 3 * MINUTES);

  afterAll(() => forward.close());

  it(
    'is installed with two replicas of each service, or one where it has a volume',
    async () => {
      const began = Date.now();
      expect(await deploy(tag)).toContain('STATUS: deployed');
      for (const service of SERVICE_NAMES)
        expect(await podsOf(service)).toHaveLength(service === 'media' && photos === 'volume' ? 1 : 2);
      await onlyRuns(tag);
      say(`installed and ready after ${Math.round((Date.now() - began) / 1_000)} s`);
      await forward.ready();
    },
    12 * MINUTES,
  );

  it(
    'tests itself',
    async () => {
      expect(await helm('test', RELEASE, '--timeout', '3m')).toMatch(/Phase:\s+Succeeded/);
    },
    4 * MINUTES,
  );

  it(
    'lets a person sign up and write with a photo in a browser, and stamps the entry',
    async () => {
      const browser: Browser = await launch();
      const form = signUpForm();
      try {
        const visit = await Visit.start(browser, { url: forward.url, worker: true });
        const { page } = visit;
        await page.goto('/signup');
        const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
        await fill('Name', form.firstName);
        await fill('Last Name', form.lastName);
        await fill('Your location (City)', form.location);
        await fill('Email', form.email);
        await fill('Password', PASSWORD);
        await fill('Retry Password', PASSWORD);
        await page.getByRole('button', { name: 'Sign In', exact: true }).click();
        await page.waitForURL('**/journal');
        await page.getByPlaceholder('Tell me about your day...!').fill('The harbour was full of ships.');
        await page
          .getByLabel('Photos to add')
          .setInputFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: BLUE });
        await page.getByRole('button', { name: 'Photo 1 of 1', exact: true }).waitFor();
        await page.getByRole('button', { name: 'Save Entry', exact: true }).click();
        await page.getByText('Journal entry saved successfully!', { exact: true }).waitFor();
        const card = page.getByRole('article').filter({ hasText: 'The harbour was full of ships.' });
        await card.locator('[data-weather=ready]').waitFor();
        expect(await card.innerText()).toMatch(/Sunny/);
        const picture = card.getByRole('button', { name: 'Photo 1 of 1', exact: true }).locator('img');
        await eventually(async () =>
          expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
        );
        expect([...visit.errors, ...visit.foreign]).toEqual([]);
      } finally {
        await browser.close();
      }
      ada = await api.logIn({ user: { email: form.email } });
      const [entry] = (await ada.search()).body;
      const path = `/api/photos/${entry!.photos![0]!}`;
      photo = { path, bytes: await readPhoto(path) };
    },
    2 * MINUTES,
  );

  it(
    'upgrades to a new version and rolls back under load',
    async () => {
      const secrets = await secretData();
      expect(secrets).toHaveLength(2);
      const load = await startLoad();
      await load.reached(50);
      await deploy(next);
      await onlyRuns(next);
      await load.reached(load.ledger.size + 50);
      await helm('rollback', RELEASE, '--wait', '--timeout', '10m');
      await onlyRuns(tag);
      await load.reached(load.ledger.size + 50);
      await judge('upgrade and rollback', load);
      await expectPhoto();
      // Keys and passwords are still those of the install.
      expect(await secretData()).toEqual(secrets);
    },
    25 * MINUTES,
  );

  it(
    'loses a pod of each service under load',
    async () => {
      const load = await startLoad();
      await load.reached(50);
      for (const service of SERVICE_NAMES) {
        const [pod] = await podsOf(service);
        await kubectl('delete', 'pod', pod!.metadata.name, '--wait=true');
        await kubectl('rollout', 'status', `deployment/${RELEASE}-${service}`, '--timeout=180s');
        await load.reached(load.ledger.size + 25);
      }
      await judge('a pod of each service deleted', load);
      await expectPhoto();
    },
    15 * MINUTES,
  );

  it(
    'finishes an insight whose worker is evicted in the middle of it',
    async () => {
      const load = await startLoad();
      await ada.write({ content: 'A long week.' });
      const before = (await modelCalls()).length;
      const { body } = await ada.request<{ id: string }>('POST', '/api/insights', {
        body: { range: 'lastWeek', again: true },
      });
      await eventually(async () => expect(await modelCalls()).toHaveLength(before + 1), {
        timeoutMs: MINUTES,
      });
      const { from } = (await modelCalls())[before]!;
      const worker = (await podsOf('insights')).find(({ status }) => status?.podIP === from);
      const began = Date.now();
      await evict(worker!.metadata.name);
      const job = await ada.finished(body.id, 2 * MINUTES);
      expect(job).toMatchObject({ status: 'done', text: expect.stringContaining('sunny days') as string });
      // The worker that had begun it finished it: the model was called once.
      expect(await modelCalls()).toHaveLength(before + 1);
      expect((await modelCalls())[before]).toEqual({ from, answered: true });
      await kubectl('wait', '--for=delete', `pod/${worker!.metadata.name}`, '--timeout=120s');
      say(
        `the worker left ${Math.round((Date.now() - began) / 1_000)} s after it was asked to, its job done`,
      );
      await judge('an insights worker drained in mid-job', load);
    },
    8 * MINUTES,
  );

  it(
    'keeps entries and waiting events over a restart of the broker and the database',
    async () => {
      await kubectl('scale', `deployment/${RELEASE}-weather`, '--replicas=0');
      await eventually(async () => expect(await podsOf('weather')).toEqual([]), { timeoutMs: MINUTES });
      const before = await restarts();
      const contents = Array.from({ length: 20 }, (_, n) => `Before the restart, ${n}`);
      for (const content of contents) await ada.write({ content });
      const servers = ['rabbitmq', 'mongodb'].map((name) => `pod/${RELEASE}-${name}-0`);
      await kubectl('delete', ...servers, '--wait=true');
      for (const name of ['rabbitmq', 'mongodb'])
        await kubectl('rollout', 'status', `statefulset/${RELEASE}-${name}`, '--timeout=300s');
      await eventually(async () => expect((await ada.search()).status).toBe(200), { timeoutMs: 2 * MINUTES });
      const results = (await ada.search()).body.filter(({ content }) => contents.includes(content));
      expect(results.map(({ content }) => content).sort()).toEqual([...contents].sort());
      expect(results.every(({ weatherStatus }) => weatherStatus === 'pending')).toBe(true);
      await kubectl('scale', `deployment/${RELEASE}-weather`, '--replicas=2');
      await eventually(
        async () => {
          const entries = (await ada.search()).body.filter(({ content }) => contents.includes(content));
          expect(entries.filter(({ weatherStatus }) => weatherStatus === 'ready')).toHaveLength(20);
        },
        { timeoutMs: 2 * MINUTES, everyMs: 1_000 },
      );
      // The outage restarted no service: liveness does not depend on broker or database.
      expect(await restarts()).toBe(before);
      say('broker and database restarted: 20 of 20 entries there, 20 of 20 waiting events delivered');
    },
    12 * MINUTES,
  );

  it(
    'comes back from a backup, the keys included, by the commands of docs/backup.md',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'inner-weather-backup-'));
      const before = (await ada.search()).body;
      const database = await openDatabase();
      try {
        const keys = join(folder, 'keys.yaml');
        writeFileSync(keys, await kubectl('get', 'secret', `${RELEASE}-keys`, '--output', 'yaml'));
        await database.backup('create', join(folder, 'all'));
        await deploy(tag, '--set', 'defaults.replicas=0');
        await database.destroy();
        await kubectl('delete', 'secret', `${RELEASE}-keys`);
        await kubectl('apply', '--filename', keys);
        await deploy(tag, '--set', 'defaults.replicas=0');
        await database.backup('restore', join(folder, 'all'));
        await deploy(tag);
        await forward.ready();
        ada = await api.logIn(ada);
        expect((await ada.search()).body).toEqual(before);
        await expectPhoto();
        say(`database and keys destroyed, and restored from a backup: ${before.length} entries as before`);
      } finally {
        await database.close();
        rmSync(folder, { recursive: true });
      }
    },
    20 * MINUTES,
  );

  it(
    'is there again after an uninstall and an install',
    async () => {
      await helm('uninstall', RELEASE, '--wait', '--timeout', '5m');
      await eventually(async () => expect(await leftovers()).toEqual([...VOLUMES, ...SECRETS].sort()), {
        timeoutMs: 3 * MINUTES,
        everyMs: 2_000,
      });
      await deploy(tag);
      await forward.ready();
      ada = await api.logIn(ada);
      await expectPhoto();
      expect((await ada.search()).body.map(({ content }) => content)).toContain(
        'The harbour was full of ships.',
      );
      say('uninstalled, and installed on the same volumes: the entries and the photo are there');
    },
    20 * MINUTES,
  );

  it(
    'leaves nothing but volumes with keys.keepOnUninstall=false',
    async () => {
      await deploy(tag, '--set', 'keys.keepOnUninstall=false');
      await helm('uninstall', RELEASE, '--wait', '--timeout', '5m');
      await eventually(async () => expect(await leftovers()).toEqual(VOLUMES), {
        timeoutMs: 3 * MINUTES,
        everyMs: 2_000,
      });
      say(`left after the uninstall: ${VOLUMES.join(', ')}`);
    },
    12 * MINUTES,
  );
});

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { eventually } from '@inner-weather/testing/eventually';
import { type S3Server, startS3Server } from '@inner-weather/testing/fakes/s3-server';
import { MongoClient } from 'mongodb';
import type { Problem } from '../support/requests/api.js';
import { type FakedStack, startFakedStack } from '../support/stacks/faked-stack.js';
import { reportOutcome } from '../support/ledger.js';
import { PhotoLoad } from '../support/photo-load.js';
import { sendPhoto } from '../support/photos.js';
import { exportOf } from '../support/requests/export.js';

const FAILING_DISK = resolve(import.meta.dirname, '../preloads/failing-disk.mjs');
/** A photo in the store, by both ways of keeping it: also a part of one, and what the S3 server appends. */
const STORED = /^([0-9a-f]{24})-(?:large|small)(?:\.part|\._S3rver_object)?$/;
const DAY_MS = 24 * 60 * 60_000;
/** Uploads that have to succeed after each fault. */
const ENOUGH = 12;
const PEOPLE = 4;

/** A stack, its store, and what can go wrong with it. */
interface Setup {
  stack: FakedStack;
  /** Where the bytes of photos are. */
  folder: string;
  /** Breaks the store by a name, or mends it. */
  breakStore: (fault?: string) => void;
  /** In which every request about bytes fails, and in which new bytes do. */
  faults: { all: string[]; writing: string[] };
  /** What can be killed by itself. */
  parts: ('media' | 'gateway')[];
  stop: () => Promise<void>;
}

const settings = { PHOTOS_CHECK_MS: '300' };

/** Each service in a process of its own. */
async function withFolder(): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-photos-'));
  const faultFile = join(mkdtempSync(join(tmpdir(), 'inner-weather-disk-')), 'fault');
  const stack = await startFakedStack({
    preloads: { media: FAILING_DISK },
    serviceEnv: { media: { ...settings, PHOTOS_DIR: folder, DISK_FAULT: faultFile } },
  });
  return {
    stack,
    folder,
    breakStore: (fault) => (fault ? writeFileSync(faultFile, fault) : rmSync(faultFile, { force: true })),
    faults: { all: ['EIO'], writing: ['ENOSPC'] },
    parts: ['media', 'gateway'],
    stop: () => stack.stop(),
  };
}

const S3_FAULTS = {
  500: { status: 500 },
  507: { status: 507 },
  cut: 'cut',
  slow: { delayMs: 1_000 },
} as const satisfies Record<string, S3Server['fault']>;

/** All services in one process. */
async function withS3(): Promise<Setup> {
  const s3 = await startS3Server();
  const stack = await startFakedStack({
    together: true,
    serviceEnv: { media: { ...settings, S3_URL: `${s3.url}/a%20prefix` } },
  });
  return {
    stack,
    folder: s3.folder,
    breakStore: (fault) => (s3.fault = fault ? S3_FAULTS[fault as keyof typeof S3_FAULTS] : undefined),
    faults: { all: ['500', '507', 'cut'], writing: [] },
    parts: ['media'],
    stop: async () => {
      await stack.stop();
      await s3.close();
    },
  };
}

describe.each([
  ['in a folder', withFolder],
  ['in S3', withS3],
] as const)('photos %s', (where, start) => {
  let setup: Setup;
  let load: PhotoLoad;
  let documents: MongoClient;

  beforeAll(async () => {
    setup = await start();
    const { api, infrastructure } = setup.stack;
    documents = await new MongoClient(infrastructure.mongoUrl).connect();
    load = new PhotoLoad(await Promise.all(Array.from({ length: PEOPLE }, () => api.signUp())));
    await load.goesOn(ENOUGH);
  }, 180_000);

  afterAll(async () => {
    await documents.close();
    await setup.stop();
  }, 60_000);

  const photos = () => documents.db(`${setup.stack.infrastructure.mongoDb}_media`).collection('photos');
  const readPhoto = async (size = 'large') => {
    const [one] = await load.entries();
    return one!.person.request<Problem>('GET', `/api/photos/${one!.entry.photos![0]}?size=${size}`);
  };
  const storeAway = () => load.sentences.get(PHOTO_PROBLEMS.photo_store_away.message) ?? 0;
  const storedIds = () =>
    readdirSync(setup.folder, { recursive: true, withFileTypes: true }).flatMap(
      ({ name }) => STORED.exec(name)?.[1] ?? [],
    );

  it('go on arriving after each process was killed', async () => {
    for (const part of setup.parts) {
      setup.stack.services[part].kill('SIGKILL');
      await eventually(() => setup.stack.services[part].ready(), { timeoutMs: 60_000, everyMs: 100 });
      await load.goesOn(ENOUGH);
    }
  }, 180_000);

  it('are refused with a sentence while the store fails, and go on afterwards', async () => {
    const { all, writing } = setup.faults;
    for (const fault of [...all, ...writing]) {
      const before = storeAway();
      setup.breakStore(fault);
      await eventually(() => expect(storeAway()).toBeGreaterThan(before), { timeoutMs: 30_000 });
      const { status, body } = await readPhoto();
      expect({ fault, status }).toEqual({ fault, status: all.includes(fault) ? 503 : 200 });
      if (status === 503) expect(body.detail).toBe(PHOTO_PROBLEMS.photo_store_away.message);
      setup.breakStore();
      await load.goesOn(ENOUGH);
    }
  }, 180_000);

  it('wait for a slow store', async () => {
    setup.breakStore('slow');
    const before = storeAway();
    await load.goesOn(PEOPLE);
    expect(storeAway()).toBe(before);
    setup.breakStore();
  }, 60_000);

  it('are all there that were acknowledged, and nothing of those that were deleted', async () => {
    await load.stop();
    // A day passes, in which nothing that was on its way can still come.
    const dayAgo = new Date(Date.now() - DAY_MS);
    await photos().updateMany({}, { $set: { claimedAt: dayAgo, checkAt: dayAgo } });
    const kept = await load.entries();
    const ids = kept.flatMap(({ entry }) => entry.photos!);
    const leftBehind = async () => {
      const known = (await photos().find().toArray()).map(({ _id }) => String(_id));
      return [...new Set([...storedIds(), ...known])].filter((id) => !ids.includes(id));
    };
    await eventually(async () => expect(await leftBehind()).toEqual([]), { timeoutMs: 30_000 }).catch(
      () => undefined,
    );
    const readable: string[] = [];
    for (const { person, entry } of kept) {
      const answers = ['large', 'small'].map((size) =>
        person.request('GET', `/api/photos/${entry.photos![0]}?size=${size}`),
      );
      if ((await Promise.all(answers)).every(({ status }) => status === 200)) readable.push(entry.content);
    }
    const { size: deleted } = load.deleted;
    const left = (await leftBehind()).length;
    const outcome = load.ledger.compare([...readable, ...load.deleted]);
    reportOutcome(`photos ${where}, all kills and faults`, outcome, { deleted, 'left behind': left });
    expect(deleted).toBeGreaterThan(0);
    expect(left).toBe(0);
  }, 120_000);

  it('are left out of an export if they are damaged, and nothing else is', async () => {
    const person = await setup.stack.api.signUp();
    const [damaged, whole] = [(await sendPhoto(person)).body._id, (await sendPhoto(person)).body._id];
    await person.write({ content: 'Two photos', photos: [damaged, whole] });
    const files = readdirSync(setup.folder, { recursive: true }).map(String);
    const [bytes] = files.filter((name) => new RegExp(`/${damaged}-large(?:\\._S3rver_object)?$`).test(name));
    const file = join(setup.folder, bytes!);
    writeFileSync(file, Buffer.alloc(statSync(file).size));
    const names = Object.keys((await exportOf(person)).files).join('\n');
    expect(names).toContain(`${whole}.webp`);
    expect(names).not.toContain(`${damaged}.webp`);
  }, 60_000);
});

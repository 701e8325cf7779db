import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestInfrastructure, testInfrastructure } from '@inner-weather/testing/infrastructure';
import { mongo, Types } from 'mongoose';
import { checkBackup, createBackup, restoreBackup } from '../../src/backup/backup.js';

describe('the photos of a backup', () => {
  let infrastructure: TestInfrastructure;
  let client: mongo.MongoClient;
  let work: string;
  let photosFolder: string;

  beforeAll(async () => {
    infrastructure = await testInfrastructure();
    client = await new mongo.MongoClient(infrastructure.mongoUrl).connect();
  });

  afterAll(async () => {
    await client.close();
    await infrastructure.close();
  });

  const userId = new Types.ObjectId().toHexString();
  const photos = () => client.db(`${infrastructure.mongoDb}_media`).collection('photos');

  beforeEach(async () => {
    work = mkdtempSync(join(tmpdir(), 'inner-weather-backup-'));
    photosFolder = join(work, 'photos');
    await photos().deleteMany({});
    await photos().insertOne({ userId, state: 'arriving' });
  });

  const create = () =>
    createBackup(client, {
      folder: join(work, 'saved'),
      databases: [`${infrastructure.mongoDb}_media`],
      keyFiles: undefined,
      photosFolder,
    });

  async function keepPhoto() {
    const { insertedId } = await photos().insertOne({ userId, state: 'kept' });
    return `${insertedId.toHexString()}-large`;
  }

  it('are not missed where nobody has one, even if their folder was never made', async () => {
    expect(await create()).toMatchObject({ photos: 0 });
    expect(await checkBackup(join(work, 'saved'))).toMatchObject({ photos: 0 });
    await photos().deleteMany({});
    await restoreBackup(client, { folder: join(work, 'saved'), keyFiles: undefined, photosFolder });
  });

  it('are copied', async () => {
    mkdirSync(join(photosFolder, userId), { recursive: true });
    writeFileSync(join(photosFolder, userId, await keepPhoto()), 'sealed');
    expect(await create()).toMatchObject({ photos: 1 });
  });

  it.each([
    ['is not mounted', () => mkdirSync(photosFolder)],
    ['is missing', () => undefined],
  ])('are missed where people have some, and their folder %s', async (_how, arrange) => {
    arrange();
    await keepPhoto();
    await expect(create()).rejects.toThrow('has no photo, but people have some');
    await expect(checkBackup(join(work, 'saved'))).rejects.toThrow('no complete backup');
  });

  it('are missed where their folder cannot be read', async () => {
    writeFileSync(photosFolder, 'a file');
    await expect(create()).rejects.toThrow('ENOTDIR');
  });
});

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalPlace } from '../deploy/local/folders/journal-place.mjs';

describe('where npm start finds a journal', () => {
  let root: string;
  let dataDir: string;
  let logLines: string[];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'inner-weather-place-'));
    dataDir = join(root, '.data');
    mkdirSync(dataDir);
    logLines = [];
    Object.assign(docker, { answers: true, hasData: true });
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  const docker = { answers: true, hasData: true };
  const engine = { answers: async () => docker.answers, hasData: async () => docker.hasData };

  const decide = (env: NodeJS.ProcessEnv = {}, folder = dataDir) =>
    journalPlace({ root, dataDir: folder, env, log: (line) => logLines.push(line), docker: engine });

  /** Simulates a previous start with this infrastructure. */
  async function startBefore(
    kind: 'native' | 'docker',
    env: NodeJS.ProcessEnv = {},
    folder = dataDir,
  ): Promise<void> {
    mkdirSync(`${folder}-keys`, { recursive: true });
    const place = await decide({ INFRA: kind, ...env }, folder);
    writeFileSync(join(`${folder}-keys`, 'master.keys'), 'a key');
    if (kind === 'native') {
      mkdirSync(join(folder, 'database'), { recursive: true });
      writeFileSync(join(folder, 'database', 'journal.mv'), 'data');
    }
    place.keep(kind);
    logLines = [];
  }

  it('takes what is there for a new one, and says nothing', async () => {
    expect((await decide()).infra).toBeUndefined();
    expect((await decide({ INFRA: 'docker' })).infra).toBe('docker');
    expect(logLines).toEqual([]);
  });

  it('stays with the embedded database once Docker is there', async () => {
    await startBefore('native');
    expect((await decide()).infra).toBe('native');
    expect(logLines).toEqual([]);
  });

  it('goes elsewhere by name only, says that it is another place and how to move, and comes back', async () => {
    await startBefore('native');
    for (const env of [{ INFRA: 'docker' }, { MONGO_URL: 'mongodb://me:secret@db.lan:27017/?x=y' }]) {
      const place = await decide(env);
      expect(place.infra).toBe(env.INFRA);
      place.keep('docker');
      expect(logLines.join()).toMatch(
        /this is another place.*still in the embedded database.*npm run backup/s,
      );
      expect(logLines.join()).not.toContain('secret');
      logLines = [];
    }
    expect((await decide()).infra).toBe('native');
  });

  it('refuses to begin anew where Docker does not answer any more, or its volume is gone', async () => {
    await startBefore('docker');
    expect((await decide()).infra).toBe('docker');
    docker.hasData = false;
    await expect(decide()).rejects.toThrow(/Docker volume with the journal of .* is gone.*INFRA=native/);
    docker.answers = false;
    await expect(decide()).rejects.toThrow(/in a Docker volume, and no Docker engine answers/);
    expect((await decide({ INFRA: 'native' })).infra).toBe('native');
    expect(logLines.join()).toContain('this is another place');
  });

  it('refuses to begin anew where MONGO_URL was named and is not any more', async () => {
    await startBefore('native', { MONGO_URL: 'mongodb://me:secret@db.lan:27017,db2.lan/?x=y' });
    await expect(decide()).rejects.toThrow(
      /is in the mongodb at db\.lan:27017,db2\.lan, and MONGO_URL is not set/,
    );
    expect(readFileSync(join(dataDir, 'journal-is-in'), 'utf8')).not.toContain('secret');
  });

  it('refuses a journal without its keys, even by name', async () => {
    await startBefore('native');
    rmSync(`${dataDir}-keys`, { recursive: true });
    for (const env of [{}, { INFRA: 'native' }])
      await expect(decide(env)).rejects.toThrow(/master keys of this journal are missing/);
    expect(existsSync(`${dataDir}-keys`)).toBe(false);
    // They may be kept elsewhere.
    const elsewhere = join(root, 'elsewhere.keys');
    await expect(decide({ MASTER_KEYS_FILE: elsewhere })).rejects.toThrow(
      /master keys of this journal are missing/,
    );
    writeFileSync(elsewhere, 'keys');
    expect((await decide({ MASTER_KEYS_FILE: elsewhere })).infra).toBe('native');
  });

  it('refuses keys without their data, and begins anew by name', async () => {
    await startBefore('native');
    rmSync(join(dataDir, 'database'), { recursive: true });
    await expect(decide()).rejects.toThrow(/The data of this journal is missing/);
    expect((await decide({ INFRA: 'native' })).infra).toBe('native');
    rmSync(dataDir, { recursive: true });
    await expect(decide()).rejects.toThrow(/keys of a journal are in .*-keys, but its data is not/);
  });

  it('tells where the journal is when DATA_DIR is forgotten, and begins anew by name', async () => {
    const other = join(root, 'other');
    await startBefore('native', { DATA_DIR: other }, other);
    await expect(decide()).rejects.toThrow(`DATA_DIR=${other} npm start`);
    expect((await decide({ DATA_DIR: '.data' })).infra).toBeUndefined();
    // It may only be a disk that is not mounted.
    rmSync(other, { recursive: true });
    await expect(decide()).rejects.toThrow(/used last from this checkout was in .*other, and is not there/);
    expect((await decide({ DATA_DIR: '.data' })).infra).toBeUndefined();
  });

  it('says that a folder that DATA_DIR names is another place, and how to move', async () => {
    await startBefore('native');
    const other = join(root, 'other');
    mkdirSync(other);
    await decide({ DATA_DIR: other }, other);
    expect(logLines.join()).toMatch(/another, empty place.*used last .* is in .*\.data.*npm run backup/s);
    await startBefore('native', { DATA_DIR: other }, other);
    await expect(decide()).rejects.toThrow(`DATA_DIR=${other} npm start`);
    (await decide({ DATA_DIR: '.data' })).keep('native');
    expect(logLines.join()).toMatch(/another place.*used last .* is in .*other/s);
    logLines = [];
    expect((await decide()).infra).toBe('native');
    expect(logLines).toEqual([]);
  });

  it('takes a folder by another name for the same', async () => {
    const other = join(root, 'other');
    await startBefore('native', { DATA_DIR: other }, other);
    symlinkSync(other, join(root, 'link'));
    symlinkSync(`${other}-keys`, join(root, 'link-keys'));
    await decide({ DATA_DIR: join(root, 'link') }, join(root, 'link'));
    expect(logLines).toEqual([]);
  });

  it.each(['mounted', 'gone'])(
    'refuses an empty folder that had a journal, as that of a disk that is not mounted (%s)',
    async (state) => {
      const other = join(root, 'other');
      await startBefore('native', { DATA_DIR: other }, other);
      for (const folder of [other, `${other}-keys`]) rmSync(folder, { recursive: true });
      if (state === 'mounted') mkdirSync(other);
      const env = { DATA_DIR: other };
      await expect(decide(env, other)).rejects.toThrow(/was in .*other, and is not there.*mounted/s);
      await decide({ ...env, INFRA: 'native' }, other);
      expect(logLines.join()).toMatch(/was in .*other, and is not there/);
    },
  );

  it('says so where INFRA is set for good and the data is gone', async () => {
    await startBefore('native');
    rmSync(join(dataDir, 'database'), { recursive: true });
    await decide({ INFRA: 'native' });
    expect(logLines.join()).toMatch(/The data of this journal is missing.*An empty one begins/s);
    logLines = [];
    rmSync(join(dataDir, 'journal-is-in'));
    await decide({ INFRA: 'native' });
    expect(logLines.join()).toMatch(/keys of a journal are in .*An empty one begins/s);
  });

  it('starts again with keys that MASTER_KEYS_FILE names, and tells where they are when it is forgotten', async () => {
    const keys = join(root, 'mine.keys');
    writeFileSync(keys, 'a key');
    await startBefore('native', { MASTER_KEYS_FILE: keys });
    rmSync(`${dataDir}-keys`, { recursive: true });
    expect((await decide({ MASTER_KEYS_FILE: keys })).infra).toBe('native');
    await expect(decide()).rejects.toThrow(`The master keys of this journal are in ${keys}`);
    rmSync(keys);
    await expect(decide({ MASTER_KEYS_FILE: keys })).rejects.toThrow(`they were in ${keys}`);
  });

  it('tells where the keys are when KEYS_DIR is forgotten or names another folder', async () => {
    const keys = join(root, 'mine');
    mkdirSync(keys);
    writeFileSync(join(keys, 'master.keys'), 'a key');
    const place = await decide({ INFRA: 'native', KEYS_DIR: keys });
    mkdirSync(join(dataDir, 'database'));
    writeFileSync(join(dataDir, 'database', 'journal.mv'), 'data');
    place.keep('native');
    expect((await decide({ KEYS_DIR: keys })).infra).toBe('native');
    for (const env of [{}, { KEYS_DIR: join(root, 'others') }])
      await expect(decide(env)).rejects.toThrow(`The master keys of this journal are in ${keys}`);
  });

  it('keeps an embedded database of which nothing was written down, whatever is named', async () => {
    await startBefore('native');
    rmSync(join(dataDir, 'journal-is-in'));
    expect((await decide()).infra).toBe('native');
    const place = await decide({ INFRA: 'docker' });
    place.begin('docker');
    place.keep('docker');
    expect((await decide()).infra).toBe('native');
  });

  it('goes on after a first start that failed half-way', async () => {
    const place = await decide();
    place.begin('docker');
    // The keys are made before the services start, and one of these fails.
    mkdirSync(`${dataDir}-keys`);
    writeFileSync(join(`${dataDir}-keys`, 'master.keys'), 'a key');
    docker.hasData = false;
    expect((await decide()).infra).toBe('docker');
    (await decide()).keep('docker');
    await expect(decide()).rejects.toThrow(/Docker volume .* is gone/);
  });

  it('says so where the last start was with another database', async () => {
    await startBefore('native');
    (await decide({ MONGO_URL: 'mongodb://db.lan' })).keep('native');
    logLines = [];
    expect((await decide()).infra).toBe('native');
    expect(logLines.join()).toMatch(/last start was with the mongodb at db\.lan.*the embedded database/s);
  });

  it('refuses other names of databases that were not asked for, and says so where they were', async () => {
    await startBefore('native', { MONGO_DATABASE_PREFIX: 'ours_' });
    await expect(decide()).rejects.toThrow('MONGO_DATABASE_PREFIX=ours_ npm start');
    await decide({ MONGO_DATABASE_PREFIX: 'theirs_' });
    expect(logLines.join()).toMatch(/begin with theirs_.*begin with ours_.*npm run backup/s);
    logLines = [];
    await decide({ MONGO_DATABASE_PREFIX: 'ours_' });
    expect(logLines).toEqual([]);
  });

  it('names the folder after which a Docker volume is called, where the folder was moved', async () => {
    await startBefore('docker');
    const moved = join(root, 'moved');
    renameSync(dataDir, moved);
    renameSync(`${dataDir}-keys`, `${moved}-keys`);
    docker.hasData = false;
    await expect(decide({ DATA_DIR: moved }, moved)).rejects.toThrow(`Move the folder back to ${dataDir}`);
  });
});

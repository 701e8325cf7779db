import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalPlace } from '../deploy/local/journal-place.mjs';

describe('where npm start finds a journal', () => {
  let root: string;
  let dataDir: string;
  let said: string[];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'inner-weather-place-'));
    dataDir = join(root, '.data');
    mkdirSync(dataDir);
    said = [];
    Object.assign(docker, { answers: true, hasData: true });
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  const docker = { answers: true, hasData: true };
  const engine = { answers: async () => docker.answers, hasData: async () => docker.hasData };

  const decide = (env: NodeJS.ProcessEnv = {}, folder = dataDir) =>
    journalPlace({ root, dataDir: folder, env, log: (line) => said.push(line), docker: engine });

  /** As after a start with that. */
  async function made(
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
    said = [];
  }

  it('takes what is there for a new one, and says nothing', async () => {
    expect((await decide()).infra).toBeUndefined();
    expect((await decide({ INFRA: 'docker' })).infra).toBe('docker');
    expect(said).toEqual([]);
  });

  it('stays with the embedded database once Docker is there', async () => {
    await made('native');
    expect((await decide()).infra).toBe('native');
    expect(said).toEqual([]);
  });

  it('stays with an embedded database of which nothing was written down', async () => {
    await made('native');
    rmSync(join(dataDir, 'journal-is-in'));
    expect((await decide()).infra).toBe('native');
  });

  it('goes elsewhere by name only, says that it is another place and how to move, and comes back', async () => {
    await made('native');
    for (const env of [{ INFRA: 'docker' }, { MONGO_URL: 'mongodb://me:secret@db.lan:27017/?x=y' }]) {
      const place = await decide(env);
      expect(place.infra).toBe(env.INFRA);
      place.keep('docker');
      expect(said.join()).toMatch(/this is another place.*still in the embedded database.*npm run backup/s);
      expect(said.join()).not.toContain('secret');
      said = [];
    }
    expect((await decide()).infra).toBe('native');
  });

  it('refuses to begin anew where Docker does not answer any more, or its volume is gone', async () => {
    await made('docker');
    expect((await decide()).infra).toBe('docker');
    docker.hasData = false;
    await expect(decide()).rejects.toThrow(/Docker volume with the journal of .* is gone.*INFRA=native/);
    docker.answers = false;
    await expect(decide()).rejects.toThrow(/in a Docker volume, and no Docker engine answers/);
    expect((await decide({ INFRA: 'native' })).infra).toBe('native');
    expect(said.join()).toContain('this is another place');
  });

  it('refuses to begin anew where MONGO_URL was named and is not any more', async () => {
    await made('native', { MONGO_URL: 'mongodb://me:secret@db.lan:27017,db2.lan/?x=y' });
    await expect(decide()).rejects.toThrow(
      /is in the mongodb at db\.lan:27017,db2\.lan, and MONGO_URL is not set/,
    );
    expect(readFileSync(join(dataDir, 'journal-is-in'), 'utf8')).not.toContain('secret');
  });

  it('refuses a journal without its keys, even by name', async () => {
    await made('native');
    rmSync(`${dataDir}-keys`, { recursive: true });
    for (const env of [{}, { INFRA: 'native' }])
      await expect(decide(env)).rejects.toThrow(/master keys of this journal are missing/);
    expect(existsSync(`${dataDir}-keys`)).toBe(false);
    // They may be kept elsewhere.
    expect((await decide({ MASTER_KEYS_FILE: '/keys/master.keys' })).infra).toBe('native');
  });

  it('refuses keys without their data, and begins anew by name', async () => {
    await made('native');
    rmSync(join(dataDir, 'database'), { recursive: true });
    await expect(decide()).rejects.toThrow(/The data of this journal is missing/);
    expect((await decide({ INFRA: 'native' })).infra).toBe('native');
    rmSync(dataDir, { recursive: true });
    await expect(decide()).rejects.toThrow(/keys of a journal are in .*-keys, but its data is not/);
  });

  it('tells where the journal is when DATA_DIR is forgotten, and begins anew by name', async () => {
    const other = join(root, 'other');
    await made('native', { DATA_DIR: other }, other);
    await expect(decide()).rejects.toThrow(`DATA_DIR=${other} npm start`);
    expect((await decide({ DATA_DIR: '.data' })).infra).toBeUndefined();
    rmSync(other, { recursive: true });
    expect((await decide()).infra).toBeUndefined();
  });
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { whyVolumesDoNotFit } from '../deploy/compose/volumes.mjs';

interface Mount {
  source: string;
  target: string;
  read_only?: boolean;
  volume?: { nocopy?: boolean };
}

describe('the volumes of docker compose', () => {
  let kept: string;
  let database: string;

  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'inner-weather-volumes-'));
    kept = join(folder, 'kept');
    database = join(folder, 'database');
    mkdirSync(database);
  });

  afterEach(() => rmSync(resolve(kept, '..'), { recursive: true }));

  const why = (more: { beginsEmpty?: boolean } = {}) => whyVolumesDoNotFit({ kept, database, ...more });

  const write = (folder: string, ...names: string[]): void => {
    for (const name of names) {
      mkdirSync(resolve(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), 'x');
    }
  };
  const makeSecrets = () => write(kept, 'keys/master.keys', 'passwords/database-operator');
  const fill = () => write(database, 'WiredTiger');

  it('fit at the first start, and whenever both are there', () => {
    expect(why()).toBeUndefined();
    makeSecrets();
    fill();
    expect(why()).toBeUndefined();
  });

  it('do not fit where the database is gone and the secrets stayed, unless an empty one is asked for', () => {
    makeSecrets();
    expect(why()).toMatch(/keys of a journal.*volume of its database is empty.*BEGIN_EMPTY=yes/s);
    // A file system of its own has this folder from the beginning.
    mkdirSync(join(database, 'lost+found'));
    expect(why()).toMatch(/is empty/);
    expect(why({ beginsEmpty: true })).toBeUndefined();
  });

  it.each([
    ['the secrets', () => undefined],
    ['the keys', () => write(kept, 'passwords/database-operator')],
    ['the passwords', () => write(kept, 'keys/master.keys')],
  ])('do not fit where %s are gone and the database stayed, whatever is asked for', (_what, arrange) => {
    arrange();
    fill();
    for (const beginsEmpty of [false, true])
      expect(why({ beginsEmpty })).toMatch(/holds a journal.*Nothing new was made.*restore a backup.*-p /s);
  });

  it('fit if the database cannot be inspected', () => {
    makeSecrets();
    rmSync(database, { recursive: true });
    expect(why()).toBeUndefined();
  });

  it('are looked at before anything is made, and never written to', () => {
    const file = readFileSync(resolve(import.meta.dirname, '../docker-compose.yml'), 'utf8');
    const { services } = parse(file, { merge: true }) as {
      services: Record<string, { volumes: (Mount | string)[]; environment: Record<string, string> }>;
    };
    expect(services.secrets?.volumes).toContainEqual({
      type: 'volume',
      source: 'database',
      target: '/database',
      read_only: true,
      volume: { nocopy: true },
    });
    expect(services.mongo?.volumes).toContain('database:/data/db');
    expect(services.secrets?.environment).toHaveProperty('BEGIN_EMPTY');
    const script = readFileSync(resolve(import.meta.dirname, '../deploy/compose/secrets.mjs'), 'utf8');
    expect(script.indexOf('whyVolumesDoNotFit({')).toBeLessThan(script.indexOf('\nhand('));
  });
});

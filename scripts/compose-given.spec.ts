import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handGiven } from '../deploy/compose/given.mjs';

describe('the files that docker compose is given', () => {
  let from: string;
  let to: string;

  beforeEach(() => {
    from = mkdtempSync(join(tmpdir(), 'inner-weather-given-'));
    to = join(from, 'services');
    mkdirSync(join(to, 'auth'), { recursive: true });
  });

  afterEach(() => rmSync(from, { recursive: true }));

  const give = (env: Record<string, string>) =>
    handGiven({
      env,
      from,
      to,
      hand: (service: string, name: string, text: string) => writeFileSync(join(to, service, name), text),
    });

  it('are handed to the service that reads them, and taken back when they are no longer named', () => {
    writeFileSync(join(from, 'smtp-url'), 'smtps://a:b@mail\n');
    expect(give({ SMTP_URL_FILE: './smtp' })).toBeUndefined();
    expect(readFileSync(join(to, 'auth', 'smtp-url'), 'utf8')).toBe('smtps://a:b@mail');
    expect(give({ SMTP_URL_FILE: '' })).toBeUndefined();
    expect(readdirSync(join(to, 'auth'))).toEqual([]);
  });

  it.each([
    ['a folder', 'is a folder', () => mkdirSync(join(from, 'smtp-url'))],
    ['an empty file', 'is empty', () => writeFileSync(join(from, 'smtp-url'), '\n')],
  ])('are refused by name: %s', (_what, reason, arrange) => {
    arrange();
    expect(give({ SMTP_URL_FILE: './smtp' })).toBe(
      `SMTP_URL_FILE must name a file that has the value: ./smtp ${reason}.`,
    );
  });
});

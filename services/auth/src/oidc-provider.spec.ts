import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '@inner-weather/platform/config';
import { AuthConfig } from './config.js';

const ENV = {
  AMQP_URL: 'amqp://localhost',
  MONGO_URL: 'mongodb://localhost',
  JWT_PRIVATE_KEY_FILE: '/keys/private.pem',
  MASTER_KEYS_FILE: '/keys/master.keys',
  PUBLIC_URL: 'https://diary.example.org',
};

const HOUSE = {
  id: 'house',
  name: 'House',
  issuer: 'https://id.example.org/application/o/journal/',
  clientId: 'journal',
  clientSecret: 'secret-7431',
};

const read = (...providers: unknown[]) =>
  parseConfig(AuthConfig, { ...ENV, OIDC_PROVIDERS: JSON.stringify(providers) }).OIDC_PROVIDERS;

describe('OIDC_PROVIDERS', () => {
  it('is a list with defaults, and empty unless it is set', () => {
    expect(parseConfig(AuthConfig, ENV).OIDC_PROVIDERS).toEqual([]);
    expect(read(HOUSE)).toEqual([
      {
        ...HOUSE,
        scopes: 'openid profile email',
        groupsClaim: 'groups',
        signUp: true,
        trustEmail: false,
        auto: false,
        clientAuthentication: 'client_secret_basic',
      },
    ]);
  });

  it('takes a secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inner-weather-oidc-'));
    writeFileSync(join(folder, 'secret'), 'of the file\n');
    const { clientSecret, ...others } = HOUSE;
    expect(read({ ...others, clientSecretFile: join(folder, 'secret') })[0]?.clientSecret).toBe(
      'of the file',
    );
    expect(() => read({ ...HOUSE, clientSecretFile: join(folder, 'secret') })).toThrow(/both set/);
    rmSync(folder, { recursive: true });
    expect(() => read({ ...others, clientSecretFile: join(folder, 'secret') })).toThrow(
      /clientSecretFile must name/,
    );
    expect(clientSecret).toBe('secret-7431');
  });

  it('needs PUBLIC_URL, to which the providers lead back', () => {
    const OIDC_PROVIDERS = JSON.stringify([HOUSE]);
    expect(() => parseConfig(AuthConfig, { ...ENV, PUBLIC_URL: '', OIDC_PROVIDERS })).toThrow(/PUBLIC_URL/);
  });

  it.each([
    ['id', { id: 'The House' }],
    ['name', { name: '' }],
    ['issuer', { issuer: 'http://id.example.org' }],
    ['issuer', { issuer: 'https://id.example.org/?secret-7431' }],
    ['clientId', { clientId: undefined }],
    ['clientSecret', { clientSecret: '' }],
    ['clientAuthentication', { clientAuthentication: 'secret-7431' }],
    ['scopes', { scopes: 'profile' }],
    ['adminGroup', { adminGroup: 7431 }],
    ['signUp', { signUp: 'yes' }],
    ['trustEmail', { trustEmail: 'yes' }],
    ['auto', { auto: 'yes' }],
    ['discovery', { discovery: 'http://id.example.org' }],
    ['discovery', { discovery: 'https://id.example.org/?secret-7431' }],
    ['clientSecert is not a field', { clientSecert: 'secret-7431' }],
  ])('names what is wrong without its value: %s', (field, over) => {
    const wrong = () => read(HOUSE, { ...HOUSE, id: 'other', ...over });
    expect(wrong).toThrow(new RegExp(`OIDC_PROVIDERS no\\. 2: ${field}`));
    expect(wrong).not.toThrow(/7431/);
  });

  it.each([['{}'], ['not json'], ['[7]']])('refuses %s', (OIDC_PROVIDERS) => {
    expect(() => parseConfig(AuthConfig, { ...ENV, OIDC_PROVIDERS })).toThrow(/OIDC_PROVIDERS/);
  });

  it('leads to one of them at once at most', () => {
    expect(read({ ...HOUSE, auto: true }, { ...HOUSE, id: 'other' }).map(({ auto }) => auto)).toEqual([
      true,
      false,
    ]);
    expect(() => read({ ...HOUSE, auto: true }, { ...HOUSE, id: 'other', auto: true })).toThrow(
      /no\. 2: auto is true for another/,
    );
  });

  it('is the only way in with PASSWORD_LOGIN=off, which needs one', () => {
    const off = { ...ENV, PASSWORD_LOGIN: 'off' };
    expect(parseConfig(AuthConfig, { ...off, OIDC_PROVIDERS: JSON.stringify([HOUSE]) }).PASSWORD_LOGIN).toBe(
      'off',
    );
    expect(() => parseConfig(AuthConfig, off)).toThrow(/PASSWORD_LOGIN/);
    expect(() => parseConfig(AuthConfig, { ...ENV, PASSWORD_LOGIN: 'no' })).toThrow(/PASSWORD_LOGIN/);
  });

  it('refuses two with one id', () => {
    expect(() => read(HOUSE, HOUSE)).toThrow(/no\. 2: id is that of another/);
  });

  it.each<[string, object]>([
    ...['http://authentik:9000', 'http://192.168.1.5/realms/home', 'http://id.internal'].map(
      (discovery): [string, object] => ['inside, for the address where it is asked', { discovery }],
    ),
    ...['http://127.0.0.1:8', 'http://localhost:8', 'http://[::1]:8'].map((issuer): [string, object] => [
      'on loopback',
      { issuer },
    ]),
  ])('allows http %s: %j', (_where, over) => {
    expect(read({ ...HOUSE, ...over })).toMatchObject([over]);
  });
});

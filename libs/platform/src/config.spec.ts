import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseName, MongoServiceConfig, openable, parseConfig } from './config.js';

const env = {
  AMQP_URL: 'amqp://localhost',
  MONGO_URL: 'mongodb://localhost',
  MASTER_KEYS_FILE: '/keys/master.keys',
};

describe('parseConfig', () => {
  it('uses defaults for absent or empty variables', () => {
    const config = parseConfig(MongoServiceConfig, { ...env, LOG_LEVEL: '', ADMIN_PORT: undefined });
    expect(config).toMatchObject({
      LOG_LEVEL: 'info',
      ADMIN_PORT: 0,
      RPC_TIMEOUT_MS: 5_000,
      SHUTDOWN_GRACE_MS: 10_000,
    });
  });

  it('listens on IPv6 and IPv4 where there is IPv6, and else on IPv4 alone', () => {
    const one = (family: 'IPv4' | 'IPv6') =>
      ({ lo: [{ family }] }) as unknown as ReturnType<typeof networkInterfaces>;
    expect(openable('::', one('IPv6'))).toBe('::');
    expect(openable('::', one('IPv4'))).toBe('0.0.0.0');
    expect(openable('127.0.0.1', one('IPv4'))).toBe('127.0.0.1');
    expect(parseConfig(MongoServiceConfig, { ...env, ADMIN_HOST: '::' }).ADMIN_HOST).toBe(openable('::'));
    expect(parseConfig(MongoServiceConfig, env).ADMIN_HOST).toBe('127.0.0.1');
  });

  it('names a database after the prefix and the service, so that installations can share a server, or MONGO_DB', () => {
    const names = { MONGO_DATABASE_PREFIX: 'second_' };
    expect(databaseName(names, 'journal')).toBe('second_journal');
    expect(databaseName({ ...names, MONGO_DB: 'diary' }, 'journal')).toBe('diary');
  });

  it('parses numbers and ignores unknown variables', () => {
    const config = parseConfig(MongoServiceConfig, { ...env, RPC_TIMEOUT_MS: '750', PATH: '/bin' });
    expect(config.RPC_TIMEOUT_MS).toBe(750);
    expect(config).not.toHaveProperty('PATH');
  });

  it.each([undefined, ''])('does without no master keys: %j', (MASTER_KEYS_FILE) => {
    expect(() => parseConfig(MongoServiceConfig, { ...env, MASTER_KEYS_FILE })).toThrow(
      'MASTER_KEYS_FILE must name a file',
    );
  });

  it('names every bad variable and never its value', () => {
    const parse = () =>
      parseConfig(MongoServiceConfig, {
        AMQP_URL: 'secret-a',
        MONGO_URL: 'secret-b',
        RPC_TIMEOUT_MS: 'soon',
      });
    expect(parse).toThrow(/AMQP_URL.*/);
    expect(parse).toThrow(/MONGO_URL/);
    expect(parse).toThrow(/RPC_TIMEOUT_MS/);
    expect(parse).not.toThrow(/secret/);
  });

  describe('with a value in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inner-weather-config-'));
    const file = join(folder, 'amqp-url');

    beforeAll(() => writeFileSync(file, 'amqp://auth:a-password@rabbitmq\n'));
    afterAll(() => rmSync(folder, { recursive: true }));

    it('takes it from there, without its last line break', () => {
      const config = parseConfig(MongoServiceConfig, { ...env, AMQP_URL: '', AMQP_URL_FILE: file });
      expect(config.AMQP_URL).toBe('amqp://auth:a-password@rabbitmq');
    });

    it('validates it like any other value, and does not quote it', () => {
      const parse = () => parseConfig(MongoServiceConfig, { ...env, RPC_TIMEOUT_MS_FILE: file });
      expect(parse).toThrow(/RPC_TIMEOUT_MS/);
      expect(parse).not.toThrow(/a-password/);
    });

    it('refuses a value and a file for the same variable, and a file that is not there', () => {
      expect(() => parseConfig(MongoServiceConfig, { ...env, AMQP_URL_FILE: file })).toThrow(
        'AMQP_URL and AMQP_URL_FILE are both set',
      );
      const missing = join(folder, 'nowhere');
      expect(() => parseConfig(MongoServiceConfig, { ...env, AMQP_URL: '', AMQP_URL_FILE: missing })).toThrow(
        /AMQP_URL_FILE names a file that cannot be read \(ENOENT\)/,
      );
    });
  });
});

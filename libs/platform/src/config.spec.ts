import 'reflect-metadata';
import { MongoServiceConfig, parseConfig } from './config.js';

const env = { AMQP_URL: 'amqp://localhost', MONGO_URL: 'mongodb://localhost' };

describe('parseConfig', () => {
  it('takes defaults for what is absent or empty', () => {
    const config = parseConfig(MongoServiceConfig, { ...env, LOG_LEVEL: '', ADMIN_PORT: undefined });
    expect(config).toMatchObject({
      LOG_LEVEL: 'info',
      ADMIN_PORT: 0,
      RPC_TIMEOUT_MS: 5_000,
      SHUTDOWN_GRACE_MS: 10_000,
    });
  });

  it('turns numbers into numbers and ignores what it does not know', () => {
    const config = parseConfig(MongoServiceConfig, { ...env, RPC_TIMEOUT_MS: '750', PATH: '/bin' });
    expect(config.RPC_TIMEOUT_MS).toBe(750);
    expect(config).not.toHaveProperty('PATH');
  });

  it('names every bad variable and never its value', () => {
    const read = () =>
      parseConfig(MongoServiceConfig, {
        AMQP_URL: 'secret-a',
        MONGO_URL: 'secret-b',
        RPC_TIMEOUT_MS: 'soon',
      });
    expect(read).toThrow(/AMQP_URL.*/);
    expect(read).toThrow(/MONGO_URL/);
    expect(read).toThrow(/RPC_TIMEOUT_MS/);
    expect(read).not.toThrow(/secret/);
  });
});

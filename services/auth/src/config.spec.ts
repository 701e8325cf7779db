import 'reflect-metadata';
import { parseConfig } from '@inner-weather/platform/config';
import { AuthConfig } from './config.js';

const env = {
  AMQP_URL: 'amqp://localhost',
  MONGO_URL: 'mongodb://localhost',
  JWT_PRIVATE_KEY_FILE: '/keys/private.pem',
  MASTER_KEYS_FILE: '/keys/master.keys',
};

describe('the configuration of auth', () => {
  it('limits, unless told otherwise, as the documentation says', () => {
    expect(parseConfig(AuthConfig, env)).toMatchObject({
      RATE_LIMITS: 'on',
      SIGNUPS_PER_HOUR: 30,
      FAILED_LOGINS_PER_15_MIN: 10,
      FAILED_LOGINS_PER_ADDRESS_PER_15_MIN: 100,
      FAILED_LOGINS_PER_ACCOUNT_PER_15_MIN: 100,
      WRITES_PER_MINUTE: 120,
    });
  });

  it.each([undefined, ''])('needs a key file: %j', (JWT_PRIVATE_KEY_FILE) => {
    expect(() => parseConfig(AuthConfig, { ...env, JWT_PRIVATE_KEY_FILE })).toThrow(/JWT_PRIVATE_KEY_FILE/);
  });

  it('needs PUBLIC_URL where mail is sent, whose links lead there', () => {
    expect(() => parseConfig(AuthConfig, { ...env, SMTP_URL: 'smtp://localhost' })).toThrow(/PUBLIC_URL/);
  });

  it.each([
    ['RATE_LIMITS', 'maybe-7431'],
    ['SIGNUPS_PER_HOUR', '0'],
    ['FAILED_LOGINS_PER_15_MIN', 'often-7431'],
    ['FAILED_LOGINS_PER_ADDRESS_PER_15_MIN', '1.5'],
    ['PUBLIC_URL', 'https://home.example.org/path-7431'],
  ])('refuses %s=%s by name, without its value', (name, value) => {
    const read = () => parseConfig(AuthConfig, { ...env, [name]: value });
    expect(read).toThrow(new RegExp(`Configuration: .*${name}`));
    expect(read).not.toThrow(/7431/);
  });
});

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

  describe('of a journal that sends mail', () => {
    const withMail = (MAIL_FROM?: string) =>
      parseConfig(AuthConfig, {
        ...env,
        SMTP_URL: 'smtps://user:secret-7431@mail.example.org',
        PUBLIC_URL: 'https://journal.example.org',
        MAIL_FROM,
      });

    it.each([
      'journal@example.org',
      'Inner Weather <journal@example.org>',
      'Dr. Weather <journal@nas.lan>',
      '"Weather, Inner" <journal@example.org>',
      'Stimmung für alle <journal@example.org>',
    ])('takes the sender %s', (sender) => {
      expect(withMail(sender).MAIL_FROM).toBe(sender);
    });

    it.each([
      undefined,
      '',
      ' ',
      'Inner Weather',
      'Inner Weather <>',
      'journal@',
      '@example.org',
      'Inner Weather <journal@localhost>',
      'journal@LOCALHOST.localdomain',
      'a@example.org, b@example.org',
    ])('does not start with the sender %j, and says what is missing', (sender) => {
      expect(() => withMail(sender)).toThrow(
        /^Configuration: MAIL_FROM must be the sender of mails, such as/,
      );
      expect(() => withMail(sender)).not.toThrow(/7431/);
    });
  });

  it('asks for no sender where no mail is sent', () => {
    expect(parseConfig(AuthConfig, env).MAIL_FROM).toBeUndefined();
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

import { parseConfig } from '@inner-weather/platform/config';
import { GatewayConfig } from './config.js';

const NEEDED = { AMQP_URL: 'amqp://127.0.0.1', JWT_PUBLIC_KEYS_FILE: 'public.pem' };
const parse = (env: NodeJS.ProcessEnv = {}) => parseConfig(GatewayConfig, { ...NEEDED, ...env });

describe('the configuration of the gateway', () => {
  it('has defaults for everything but the broker and the keys', () => {
    expect(parse()).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      PUBLIC_URL: undefined,
      TRUST_PROXY: false,
      WEB_DIST: undefined,
    });
  });

  it.each([
    ['true', true],
    ['false', false],
    ['0', 0],
    ['2', 2],
    ['10.0.0.1', '10.0.0.1'],
    ['loopback, 10.0.0.0/8,::1, fd00::/8', 'loopback, 10.0.0.0/8,::1, fd00::/8'],
  ])('trusts the proxies that TRUST_PROXY=%s names', (given, read) => {
    expect(parse({ TRUST_PROXY: given }).TRUST_PROXY).toBe(read);
  });

  it.each([
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.1,proxy.internal'],
    ['TRUST_PROXY', '-1'],
    ['PUBLIC_URL', 'journal.example.org'],
    ['PUBLIC_URL', 'ftp://journal.example.org'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['AMQP_URL', 'http://127.0.0.1'],
  ])('refuses %s=%s by its name, without repeating it', (name, value) => {
    expect(() => parse({ [name]: value })).toThrow(name);
    expect(() => parse({ [name]: value })).not.toThrow(value);
  });

  it('says which file it misses', () => {
    expect(() => parse({ JWT_PUBLIC_KEYS_FILE: '' })).toThrow('JWT_PUBLIC_KEYS_FILE must name a file');
  });

  it.each(['http://127.0.0.1:8080', 'http://journal', 'https://journal.example.org/'])(
    'takes PUBLIC_URL=%s',
    (url) => {
      expect(parse({ PUBLIC_URL: url }).PUBLIC_URL).toBe(url);
    },
  );
});

import { parseConfig } from '@inner-weather/platform/config';
import { GatewayConfig } from './config.js';
import { DEFAULT_HELP_LINES } from './help-lines/default-help-lines.js';
import { readHelpLines } from './help-lines/read-help-lines.js';

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
      SHARED_DEVICES: false,
    });
  });

  it.each([
    ['true', true],
    ['false', false],
    ['0', 0],
    ['2', 2],
    ['10.0.0.1', '10.0.0.1'],
    ['loopback, 10.0.0.0/8,::1, fd00::/8', 'loopback, 10.0.0.0/8,::1, fd00::/8'],
  ])('trusts the proxies that TRUST_PROXY=%s names', (value, parsed) => {
    expect(parse({ TRUST_PROXY: value }).TRUST_PROXY).toBe(parsed);
  });

  it('reads whether devices are shared', () => {
    expect(parse({ SHARED_DEVICES: 'true' }).SHARED_DEVICES).toBe(true);
    expect(parse({ SHARED_DEVICES: 'false' }).SHARED_DEVICES).toBe(false);
  });

  it('reads the names under which the journal answers, in any spelling', () => {
    const { ALLOWED_HOSTS } = parse({ ALLOWED_HOSTS: 'Journal.lan, *.example.net' });
    expect(ALLOWED_HOSTS).toEqual(['journal.lan', '*.example.net']);
  });

  it.each([
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,proxy.internal'],
    ['TRUST_PROXY', '-1'],
    ['ALLOWED_HOSTS', 'https://journal.example.org'],
    ['ALLOWED_HOSTS', 'journal.lan:8080'],
    ['ALLOWED_HOSTS', 'journal.lan,'],
    ['ALLOWED_HOSTS', '*'],
    ['REQUEST_TIMEOUT_MS', '12'],
    ['READS_PER_MINUTE', '0'],
    ['BAD_BODIES_PER_MINUTE', 'many'],
    ['RATE_LIMITS', 'maybe'],
    ['SHARED_DEVICES', 'perhaps'],
    ['SHARED_HOST', 'perhaps'],
    ['PUBLIC_URL', 'journal.example.org'],
    ['PUBLIC_URL', 'ftp://journal.example.org'],
    ['PUBLIC_URL', 'https://home.example.org/journal'],
    ['PUBLIC_URL', 'https://home.example.org/?page=journal'],
    ['PUBLIC_URL', 'https://home.example.org?'],
    ['PUBLIC_URL', 'https://home.example.org/#journal'],
    ['PUBLIC_URL', 'https://user:secret-7431@home.example.org'],
    ['PORT', '65536'],
  ])('refuses %s=%s by its name, without repeating it', (name, value) => {
    expect(() => parse({ [name]: value })).toThrow(name);
    expect(() => parse({ [name]: value })).not.toThrow(value);
  });

  it('says why it takes no PUBLIC_URL with a path, and what to do', () => {
    const PUBLIC_URL = 'https://home.example.org/journal';
    expect(() => parse({ PUBLIC_URL })).toThrow(
      /PUBLIC_URL .*without a path.*whole of a host name.*one of its own/,
    );
  });

  describe('of help lines', () => {
    const line = {
      country: 'PT',
      name: 'SNS 24',
      phones: ['808 24 24 24'],
      website: 'https://www.sns24.gov.pt',
      hours: 'day and night',
      emergency: '112',
      source: 'https://www.sns24.gov.pt',
      lookedUp: '2026-11-21',
    };
    const jsonOf = (...lines: object[]) => JSON.stringify(lines);

    it('has some for several countries and for anywhere, each of which would pass as a given one', () => {
      expect(parse().HELP_LINES).toBeUndefined();
      expect(readHelpLines(JSON.stringify(DEFAULT_HELP_LINES))).toEqual(DEFAULT_HELP_LINES);
      expect(new Set(DEFAULT_HELP_LINES.map(({ country }) => country)).size).toBeGreaterThan(10);
      expect(DEFAULT_HELP_LINES.filter(({ country }) => country === null)).toHaveLength(1);
    });

    it('takes those of the installation instead', () => {
      expect(parse({ HELP_LINES: jsonOf(line) }).HELP_LINES).toEqual([line]);
      const anywhere = { ...line, country: null, emergency: null, phones: [] };
      expect(parse({ HELP_LINES: jsonOf(line, { ...anywhere, country: undefined }) }).HELP_LINES).toEqual([
        line,
        anywhere,
      ]);
    });

    it.each([
      ['no JSON', 'call-me', 'HELP_LINES is not JSON'],
      ['an object', '{"name":"call-me"}', 'HELP_LINES is not a list with help lines'],
      ['an empty list', '[]', 'HELP_LINES is not a list with help lines'],
      ['a word', '["call-me"]', 'HELP_LINES has a bad name of no. 1'],
      ['a country that is none', jsonOf(line, { ...line, country: 'call-me' }), 'a bad country of no. 2'],
      ['a number that is none', jsonOf({ ...line, phones: ['call-me'] }), 'a bad phones of no. 1'],
      ['hours that are unknown', jsonOf({ ...line, hoursCode: 'call-me' }), 'a bad hoursCode of no. 1'],
      ['a script', jsonOf({ ...line, website: 'javascript:call-me' }), 'a bad website of no. 1'],
      ['no source', jsonOf({ ...line, source: undefined }), 'a bad source of no. 1'],
      ['no date', jsonOf({ ...line, lookedUp: 'call-me' }), 'a bad lookedUp of no. 1'],
    ])('refuses %s, and says where, without repeating it', (_what, value, message) => {
      expect(() => parse({ HELP_LINES: value })).toThrow(
        message.startsWith('HELP') ? message : `has ${message}`,
      );
      expect(() => parse({ HELP_LINES: value })).not.toThrow('call-me');
    });
  });

  it('says which file it misses', () => {
    expect(() => parse({ JWT_PUBLIC_KEYS_FILE: '' })).toThrow('JWT_PUBLIC_KEYS_FILE must name a file');
  });

  it.each(['http://127.0.0.1:8080', 'http://[::1]:8080', 'http://journal', 'https://journal.example.org/'])(
    'takes PUBLIC_URL=%s',
    (url) => {
      expect(parse({ PUBLIC_URL: url }).PUBLIC_URL).toBe(url);
    },
  );
});

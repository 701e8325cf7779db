import dns from 'node:dns';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { RemindersConfig } from '../config.js';
import { isKnownEndpoint, isPublicAddress, lookUpPublic, refusePrivateHost } from './push-hosts.js';

const { REMINDERS_PUSH_HOSTS: KNOWN } = new RemindersConfig();

// ASVS 1.3.6
describe('an endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-am3p.notify.windows.com/w/?token=abc',
    'https://FCM.googleapis.com:443/fcm/send/abc',
  ])('of a push service that is known by default is accepted: %s', (endpoint) => {
    expect(isKnownEndpoint(endpoint, KNOWN)).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user@fcm.googleapis.com/x',
    'https://user:word@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.example.org/x',
    'https://fcm.googleapis.com@example.org/x',
    'https://fcm.googleapis.com./x',
    'https://example.org/https://fcm.googleapis.com/',
    'https://push.apple.com.evil.org/',
    'https://evilpush.apple.com/',
    'https://push.apple.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://169.254.169.254/latest/meta-data',
    'ftp://fcm.googleapis.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//fcm.googleapis.com/x',
    '',
    'no address',
  ])('of anything else is refused: %s', (endpoint) => {
    expect(isKnownEndpoint(endpoint, KNOWN)).toBe(false);
  });

  it('may be of a port that is named', () => {
    const hosts = ['push.example.org:8443'];
    expect(isKnownEndpoint('https://push.example.org:8443/x', hosts)).toBe(true);
    expect(isKnownEndpoint('https://push.example.org/x', hosts)).toBe(false);
    expect(isKnownEndpoint('https://push.example.org/x', ['push.example.org:443'])).toBe(true);
  });
});

describe('an address', () => {
  it.each([
    '142.250.74.106',
    '2a00:1450:400d:80e::200a',
    '64:ff9b::142.250.74.106',
    '64:ff9b:1::142.250.74.106',
  ])('that is public is accepted: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::a00:1',
    '::ffff:0:a00:1',
    '64:ff9b:1::a00:1',
    'fec0::1',
    '4000::1',
    '64:ff9b::a00:1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:2::142.250.74.106',
    '2002:a00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '127.1',
    'localhost',
    '',
  ])('that is not public is refused: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('in place of a name is checked, too', () => {
    expect(() => refusePrivateHost('[::1]')).toThrow('private address');
    expect(() => refusePrivateHost('127.0.0.1')).toThrow('private address');
    expect(() => refusePrivateHost('web.push.apple.com')).not.toThrow();
  });

  it('is checked when its name is resolved for the connection', async () => {
    const resolve = promisify(
      lookUpPublic as (name: string, options: object, done: (error: unknown) => void) => void,
    );
    await expect(resolve('localhost', {})).rejects.toThrow('private address');
    await expect(resolve('localhost', { all: true })).rejects.toThrow('private address');
  });

  describe('that a local DNS gives the name of a known push service', () => {
    const connect = (...addresses: string[]) => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const answer = (_name: string, _options: object, done: (error: null, all: object[]) => void) =>
        done(null, found);
      jest.spyOn(dns, 'lookup').mockImplementation(answer as never);
      return promisify(
        lookUpPublic as (name: string, options: object, done: (error: unknown) => void) => void,
      )('web.push.apple.com', { all: true });
    };
    afterEach(() => jest.restoreAllMocks());

    it.each([['198.18.0.5'], ['198.19.255.1'], ['64:ff9b::17.57.144.10'], ['17.57.144.10', '198.18.3.4']])(
      'leads there, where a proxy or a translator stands in: %s',
      async (...addresses) => {
        await expect(connect(...addresses)).resolves.toMatchObject([
          { address: addresses[0] },
          ...addresses.slice(1).map((address) => ({ address })),
        ]);
      },
    );

    it.each([
      ['10.0.0.5'],
      ['198.20.0.1', '192.168.1.1'],
      ['64:ff9b::192.168.1.1'],
      ['198.18.0.5', '127.0.0.1'],
    ])('does not lead inside: %s', async (...addresses) => {
      await expect(connect(...addresses)).rejects.toThrow('private address');
    });
  });
});

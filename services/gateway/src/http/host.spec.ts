import { isOwnHost } from './host.js';

const isOwn = (host: string | undefined, ALLOWED_HOSTS: string[] = [], PUBLIC_URL?: string): boolean =>
  isOwnHost(host, { PUBLIC_URL, ALLOWED_HOSTS });

describe('isOwnHost', () => {
  it.each([
    'localhost',
    'localhost:8080',
    'LocalHost.',
    'a.localhost',
    '127.0.0.1:8080',
    '127.1.2.3',
    '[::1]',
    '[::1]:80',
  ])('knows this machine as %s', (host) => expect(isOwn(host)).toBe(true));

  it.each(['192.168.1.5:8080', '203.0.113.7', '[fd00::5]:8080'])(
    'accepts an IP address, under which no other site can be loaded: %s',
    (host) => expect(isOwn(host)).toBe(true),
  );

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'localhost/evil.example',
    'localhost\\.evil.example',
    'evil.example:80:80',
    '127.0.0.1 evil.example',
    '[::1].evil.example',
  ])('knows no %p', (host) => expect(isOwn(host)).toBe(false));

  it('knows the name in PUBLIC_URL, on any port', () => {
    const url = 'https://journal.example.org';
    for (const host of ['journal.example.org', 'journal.example.org:8443', 'JOURNAL.example.org']) {
      expect(isOwn(host, [], url)).toBe(true);
    }
    for (const host of ['example.org', 'x.journal.example.org']) expect(isOwn(host, [], url)).toBe(false);
  });

  it('knows the names that are allowed, and with a star those below one', () => {
    const allowed = ['journal.lan', '*.example.net'];
    for (const host of ['journal.lan:8080', 'a.example.net', 'a.b.example.net']) {
      expect(isOwn(host, allowed)).toBe(true);
    }
    for (const host of ['lan', 'x.journal.lan', 'example.net', 'evilexample.net']) {
      expect(isOwn(host, allowed)).toBe(false);
    }
  });
});

import type { FastifyRequest } from 'fastify';
import { isFromAnotherOrigin, isLedFromAnotherSite, isOverHttps } from './origin.js';

const request = (headers: Record<string, string>): FastifyRequest =>
  ({ headers, host: 'journal.example.org:8080', protocol: 'http' }) as unknown as FastifyRequest;

const isRefused = (headers: Record<string, string>, PUBLIC_URL?: string): boolean =>
  isFromAnotherOrigin(request(headers), { PUBLIC_URL });

// ASVS 3.2.1, 3.2.2
describe('isFromAnotherOrigin', () => {
  it.each(['same-origin', 'none'])(
    'lets what the browser calls %s through, whatever the proxy did',
    (site) => {
      expect(isRefused({ 'sec-fetch-site': site, origin: 'https://other.example' })).toBe(false);
    },
  );

  it.each(['cross-site', 'same-site', 'whatever'])('refuses what the browser calls %s', (site) => {
    expect(isRefused({ 'sec-fetch-site': site, origin: 'http://journal.example.org:8080' })).toBe(true);
  });

  it('goes by Origin where the browser says no more', () => {
    expect(isRefused({ origin: 'http://journal.example.org:8080' })).toBe(false);
    for (const origin of ['http://journal.example.org', 'http://evil.example', 'null', '']) {
      expect(isRefused({ origin })).toBe(true);
    }
  });

  it('knows the address that people use, behind a proxy with another', () => {
    const origin = 'https://diary.example';
    expect(isRefused({ origin })).toBe(true);
    expect(isRefused({ origin }, 'https://diary.example/')).toBe(false);
  });

  it('accepts requests that do not come from a browser', () => {
    expect(isRefused({})).toBe(false);
  });
});

describe('isLedFromAnotherSite', () => {
  const ledTo = (config: object, headers: Record<string, string> = {}): boolean =>
    isLedFromAnotherSite({ headers, routeOptions: { config } } as unknown as FastifyRequest);

  it('lets other sites lead a browser to a route that says so, but no script of theirs', () => {
    expect(ledTo({ fromOtherSites: true }, { 'sec-fetch-mode': 'navigate' })).toBe(true);
    expect(ledTo({ fromOtherSites: true })).toBe(true);
    for (const mode of ['cors', 'no-cors', 'same-origin', 'websocket'])
      expect(ledTo({ fromOtherSites: true }, { 'sec-fetch-mode': mode })).toBe(false);
    expect(ledTo({}, { 'sec-fetch-mode': 'navigate' })).toBe(false);
  });
});

describe('isOverHttps', () => {
  it('goes by the public address, else by what came in', () => {
    const isHttps = (protocol: 'http' | 'https', PUBLIC_URL?: string) =>
      isOverHttps({ ...request({}), protocol }, { PUBLIC_URL });
    expect([
      isHttps('http'),
      isHttps('https'),
      isHttps('http', 'https://a.example'),
      isHttps('http', 'http://a.example'),
    ]).toEqual([false, true, true, false]);
  });
});

import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import { Api, type Answer } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { expectProblem } from '../support/requests/problem.js';

const { url } = readE2eConfig();
const api = new Api(url);
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const get = (path: string, headers: Record<string, string> = HTML): Promise<Answer<string>> =>
  api.request<string>('GET', path, { headers });

// ASVS 3.2.1, 3.2.2, 3.4.3, 3.4.4, 3.4.5, 3.4.6, 4.1.1, 13.4.1, 13.4.2, 13.4.3, 13.4.4, 13.4.5
describe('the UI', () => {
  let page: string;
  let assets: string[];

  beforeAll(async () => {
    page = (await get('/')).body;
    assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  });

  it('is at /, and is revalidated at every visit', async () => {
    const { status, headers, body } = await get('/');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(body).toContain('<div id="root">');
    const etag = headers.get('etag') ?? '';
    const again = await get('/', { ...HTML, 'if-none-match': etag, 'cache-control': 'max-age=0' });
    expect([again.status, again.headers.get(ANSWER_MARK)]).toEqual([304, '1']);
  });

  it.each(['/journal', '/nope', '/a/b/c?d=e', '/apiary', '/API/login'])(
    'is at %s too, for its own router',
    async (path) => {
      const { status, headers, body } = await get(path);
      expect({ status, body }).toEqual({ status: 200, body: page });
      expect(headers.get('cache-control')).toBe('no-cache, no-transform');
    },
  );

  it('is not sent to a script that does not ask for HTML', async () => {
    expectProblem(await get('/nope', { accept: 'application/json' }), 404, 'not_found');
    expectProblem(await api.request('POST', '/journal', { headers: HTML }), 404, 'not_found');
  });

  it('has assets with a hash in their names, which are cached for a year', async () => {
    expect(assets.length).toBeGreaterThan(1);
    for (const path of assets) {
      const { status, headers } = await get(path, { accept: '*/*' });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable, no-transform');
      expect(headers.get('content-type')).toMatch(/javascript|css|font/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('has every other file revalidated', async () => {
    for (const path of ['/favicon.svg', '/manifest.webmanifest', '/icon-192.png']) {
      const { status, headers } = await get(path, { accept: '*/*' });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-cache, no-transform');
    }
  });

  it('answers 404 for a missing asset, to a browser too, and does not let it be cached', async () => {
    for (const path of ['/assets/nope.js', '/assets/', '/assets/index-00000000.js']) {
      const answer = await get(path);
      expectProblem(answer, 404, 'not_found', 'There is nothing at this address.');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/.git/config',
    '/%00',
    '//evil.example/x',
  ])('shows nothing outside its folder: %s', async (path) => {
    expectProblem(await get(path, { accept: '*/*' }), 404, 'not_found');
    const { status, body } = await get(path);
    expect([200, 404]).toContain(status);
    if (status === 200) expect(body).toBe(page);
  });

  it.each([
    ['range', 'bytes=0-3'],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['if-none-match', '\u0080'],
    ['accept-encoding', 'nonsense'],
  ])('never fails for a header such as %s: %s', async (name, value) => {
    const { status } = await get('/favicon.svg', { [name]: value });
    expect(status).toBeLessThan(500);
  });
});

describe('security headers, and the mark by which the page knows our answers,', () => {
  it.each(['/', '/journal', '/api/user/me', '/api/nope', '/favicon.svg', '/health/live'])(
    'are on %s',
    async (path) => {
      const { headers } = await get(path);
      const policy = Object.fromEntries(
        (headers.get('content-security-policy') ?? '').split(';').map((rule) => {
          const [name = '', ...sources] = rule.trim().split(' ');
          return [name, sources.join(' ')];
        }),
      );
      expect(policy).toEqual({
        'default-src': "'self'",
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self' data:",
        'font-src': "'self'",
        'connect-src': "'self'",
        'manifest-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
      });
      expect(headers.get(ANSWER_MARK)).toBe('1');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      // Over http this header would lock a browser out of the journal.
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
    },
  );

  it('forbid what the page does not use: nothing is inline, nothing comes from another origin', async () => {
    const { body } = await get('/');
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(body).not.toMatch(/<style|style="|\son\w+=/);
    expect(body.match(/(?:src|href)="(?!\/)[^"]*"/g)).toBeNull();
  });
});

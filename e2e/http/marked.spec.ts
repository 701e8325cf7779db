import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import { Api } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { sendRaw } from '../support/requests/raw.js';

/* Without this header, the page takes an answer for one of whatever stands in front of the journal. */

const { url } = readE2eConfig();
const api = new Api(url);

/* Those of every route: e2e/attacks/isolation.spec.ts. */
describe('every answer says that it is ours', () => {
  const markOf = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await api.request(method, path, { headers });
    return { status: answer.status, mark: answer.headers.get(ANSWER_MARK) };
  };

  it.each([
    ['a page', 200, '/journal', { accept: 'text/html' }],
    ['the worker', 200, '/worker.js', {}],
    ['a packed file', 200, '/manifest.webmanifest', { 'accept-encoding': 'br' }],
    ['the document of the API', 200, '/api/openapi.json', { 'accept-encoding': 'gzip' }],
    ['its health', 200, '/health/live', {}],
    ['that it is ready', 200, '/health/ready', {}],
    ['the way back to the journal', 303, '/api/return', {}],
    ['the way back from a provider', 303, '/api/oidc/none/callback', {}],
    ['nothing at this address', 404, '/api/nope', {}],
    ['no such file', 404, '/assets/nope.js', {}],
    ['a page of another site', 403, '/api/about', { origin: 'https://evil.example' }],
    ['no session', 401, '/api/user/me', {}],
    ['an address that cannot be read', 400, '/api/%zz', {}],
    ['an address that is too long', 404, `/api/insights/${'x'.repeat(200)}`, {}],
  ] as const)('%s (%i)', async (_what, status, path, headers) => {
    expect(await markOf('GET', path, headers)).toEqual({ status, mark: '1' });
  });

  it('a file that has not changed (304)', async () => {
    const etag = (await api.request('GET', '/favicon.svg')).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect(await markOf('GET', '/favicon.svg', headers)).toEqual({ status: 304, mark: '1' });
  });

  it('only a head', async () => {
    expect(await markOf('HEAD', '/')).toEqual({ status: 200, mark: '1' });
  });
});

describe('/api/return', () => {
  /** By hand, because fetch names itself as a script. */
  const follow = (headers: string[]): Promise<string> => {
    const lines = [
      'GET /api/return?to=https://evil.example HTTP/1.1',
      'Host: localhost',
      'Connection: close',
    ];
    return sendRaw(url, [...lines, ...headers, '', ''].join('\r\n'));
  };

  it.each([
    ['from the journal', ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: navigate']],
    ['from another site', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate']],
    ['from another site over plain http', ['Origin: https://login.example.org']],
  ])('leads a browser %s to the journal, and is never cached', async (_what, headers) => {
    const answer = await follow(headers);
    expect(answer).toMatch(/^HTTP\/1\.1 303 /);
    expect(answer).toMatch(/^location: \/journal\r$/im);
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
  });

  it('answers no script of another site', async () => {
    const answer = await follow(['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: cors']);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });
});

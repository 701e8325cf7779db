import { readFileSync } from 'node:fs';
import { Api } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { expectProblem } from '../support/requests/problem.js';
import { sendRaw } from '../support/requests/raw.js';

const { url } = readE2eConfig();
const api = new Api(url);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOTHING = 'There is nothing at this address.';

/** By method, in small letters. */
type Operations = Record<string, object>;

const ada = await api.signUp();

// ASVS 2.1.1, 2.1.2, 2.1.3, 3.4.2, 3.7.1, 3.7.2, 6.4.2, 14.2.2, 14.3.2
describe('the API', () => {
  it('serves the very document that is committed', async () => {
    const { status, body } = await api.request('GET', '/api/openapi.json');
    const file = new URL('../../services/gateway/openapi.json', import.meta.url);
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it.each(['/api', '/api?x', '/api/login/', '/api/%6eope', '/api//login'])(
    'answers 404 at %s, to a browser too',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const answer = await ada.request(method, path, { headers: { accept: 'text/html' } });
        expectProblem(answer, 404, 'not_found', NOTHING);
      }
    },
  );

  it('answers 404 to every method that a path does not have', async () => {
    // To these, a provider or a mail leads a browser: what answers there is no part of the API.
    const { body } = await api.request<{ paths: Record<string, Operations> }>('GET', '/api/openapi.json');
    const paths = Object.entries(body.paths).filter(([path]) => !/\/(oidc|letter-mail)\//.test(path));
    expect(paths.length).toBeGreaterThan(45);
    // A path may also be one with an id, such as `/api/measures/days`.
    const isKnown = (address: string, method: string) =>
      paths.some(
        ([path, methods]) =>
          method.toLowerCase() in methods &&
          new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(address),
      );
    for (const [path] of paths) {
      const address = path.replace(/\{\w+\}/g, 'x');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (isKnown(address, method)) continue;
        expectProblem(await ada.request(method, address), 404, 'not_found', NOTHING);
      }
    }
  });

  it.each(['/api/insights/%E0%A4%A', '/api/%', '/%zz'])(
    'answers 400 to a malformed address: %s',
    async (path) => {
      const words = 'The address of the request cannot be read.';
      expectProblem(await ada.request('GET', path), 400, 'malformed_request', words);
    },
  );

  // Nor read: e2e/attacks/encoded-paths.spec.ts asks every route.
  it('lets no other site ask whether it may send', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await api.request('OPTIONS', '/api/login', { headers });
    expectProblem(answer, 403, 'forbidden');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('is not cached, whatever it answers', async () => {
    for (const [method, path] of [
      ['GET', '/api/user/me'],
      ['GET', '/api/session'],
      ['GET', '/api/insights'],
      ['GET', '/api/nope'],
      ['POST', '/api/login'],
      ['GET', '/api/insights/%E0%A4%A'],
    ] as const) {
      expect((await ada.request(method, path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('gives every request without a valid id one of its own', async () => {
    const ids: string[] = [];
    for (const id of [undefined, '', 'two words', 'x'.repeat(101), 'ä']) {
      const headers: Record<string, string> = id === undefined ? {} : { 'x-request-id': id };
      ids.push((await ada.request('GET', '/api/about', { headers })).headers.get('x-request-id') ?? '');
    }
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('answers HEAD as GET, without the body', async () => {
    const { status, body, headers } = await ada.request('HEAD', '/api/user/me');
    expect({ status, body }).toEqual({ status: 200, body: '' });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

it('/api/return leads a browser from any site to the journal, is never cached, and answers no script of theirs', async () => {
  // By hand, because fetch names itself as a script.
  const follow = (...headers: string[]): Promise<string> => {
    const head = ['GET /api/return?to=https://evil.example HTTP/1.1', 'Host: localhost', 'Connection: close'];
    return sendRaw(url, [...head, ...headers, '', ''].join('\r\n'));
  };
  const overHttp = ['Origin: https://login.example.org'];
  for (const headers of [['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'], overHttp]) {
    const answer = await follow(...headers);
    expect(answer).toMatch(/^HTTP\/1\.1 303 /);
    expect(answer).toMatch(/^location: \/journal\r$/im);
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
  }
  const ofScript = await follow('Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: cors');
  expect(ofScript).toMatch(/^HTTP\/1\.1 403 /);
});

describe('health', () => {
  it.each(['/health/live', '/health/ready'])(
    '%s answers without a token, and reveals no more than the status',
    async (path) => {
      expect(await api.request('GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(Object.keys((await api.request<object>('GET', path)).body)).toEqual(['status']);
    },
  );
});
